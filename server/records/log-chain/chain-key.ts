import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';
import type { Writes } from '../write/writes.ts';
import { logChain } from './log-chain.collection.ts';

export type Secrets = readonly [string, ...string[]];

/** What signs checkpoints. */
export interface ChainKey {
  /** In base64url, as in a JWK. */
  readonly publicKey: string;
  sign(hash: string): string;
}

/** Creates the state of the chain at the first start, with a key. If several processes start at once, one of them does it. */
export async function makeLogChain(records: Records, secrets: Secrets): Promise<void> {
  if (await records.reads.first(logChain, (select) => select)) return;
  await records.writeAlone(systemContext('start'), async (writes) => {
    if (await writes.first(logChain, (select) => select)) return;
    await newKey(writes, await writes.create(logChain, { gaps: [] }), secrets);
  });
}

/** The key of the chain; a new one if no secret opens the present one. */
export async function keyOfChain(
  writes: Writes,
  row: { readonly id: bigint; readonly private_key: string | null },
  secrets: Secrets,
): Promise<ChainKey> {
  return openKey(row, secrets) ?? newKey(writes, row.id, secrets);
}

/** The key of the chain; undefined if no secret opens it. */
export function openKey(
  { id, private_key }: { readonly id: bigint; readonly private_key: string | null },
  secrets: Secrets,
): ChainKey | undefined {
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

async function newKey(writes: Writes, id: bigint, secrets: Secrets): Promise<ChainKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const private_key = makeSealing(secrets, 'log chain').seal(text, id);
  await writes.update(logChain, id, { public_key: publicKeyOf(privateKey), private_key });
  const key = openKey({ id, private_key }, secrets);
  if (!key) throw new Error('a key that was just sealed cannot be opened');
  return key;
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
}
