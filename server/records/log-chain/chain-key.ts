import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import type { Writes } from '../write/writes.ts';
import { logChain } from './log-chain.collection.ts';

export type Secrets = readonly [string, ...string[]];

/** The record that holds the key, encrypted for its own id. */
type SealedKey = Pick<RecordOf<typeof logChain>, 'id' | 'private_key'>;

/** What signs checkpoints. */
export interface ChainKey {
  /** In base64url, as in a JWK. */
  readonly publicKey: string;
  sign(hash: string): string;
}

/**
 * Creates the state of the chain at the first start, with a key, and another key at a start that has lost the secret of the
 * present one. If several processes start at once, one of them does it.
 */
export async function makeLogChain(store: RecordStore, secrets: Secrets): Promise<void> {
  const isReady = (record: SealedKey | undefined) =>
    record !== undefined && openKey(record, secrets) !== undefined;
  if (isReady(await store.reads.first(logChain, (select) => select))) return;
  await store.writeAlone(systemContext('start'), async (writes) => {
    const record = await writes.first(logChain, (select) => select);
    if (!isReady(record))
      await renewKey(writes, record?.id ?? (await writes.create(logChain, { gaps: [] })), secrets);
  });
}

/** The key of the chain. Throws where no secret opens it: servers with other secrets may use it. */
export function keyOfChain(record: SealedKey, secrets: Secrets): ChainKey {
  const key = openKey(record, secrets);
  if (!key) throw new Error('QUIRE_SECRET does not open the key that seals the log; a start makes a new one');
  return key;
}

/** The key of the chain; undefined if no secret opens it. */
export function openKey({ id, private_key }: SealedKey, secrets: Secrets): ChainKey | undefined {
  const opened = private_key === null ? undefined : makeSealing(secrets, 'log chain').unseal(private_key, id);
  if (!opened) return undefined;
  const key = createPrivateKey({ key: Buffer.from(opened.text, 'base64'), format: 'der', type: 'pkcs8' });
  return {
    publicKey: publicKeyOf(key),
    sign: (hash) => sign(null, Buffer.from(hash), key).toString('base64url'),
  };
}

/** Whether a checkpoint's hash was signed with the key that it names. */
export function isSigned(hash: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false; // no key
  }
}

async function renewKey(writes: Writes, id: bigint, secrets: Secrets): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const private_key = makeSealing(secrets, 'log chain').seal(text, id);
  await writes.update(logChain, id, { public_key: publicKeyOf(privateKey), private_key });
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
}
