import { createPublicKey, generateKeyPair, hash, type webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import { signingKey } from './signing-key.collection.ts';

type Secrets = readonly [string, ...string[]];

/** A private key as the library takes it. */
interface Jwk extends webcrypto.JsonWebKey {
  readonly kid: string;
}

/**
 * The key that signs, made when it is first needed, and again where no secret opens the one there is. If several processes need
 * it at once, one of them makes it.
 */
export async function signingKeys(store: RecordStore, secrets: Secrets): Promise<readonly Jwk[]> {
  const sealing = makeSealing(secrets, 'provider');
  const open = (record: RecordOf<typeof signingKey> | undefined): Jwk | undefined => {
    const text = record?.private_key ? sealing.unseal(record.private_key, record.id)?.text : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as Jwk); // sealed by this function
  };
  const known = open(await store.ownReads.first(signingKey, (select) => select));
  if (known) return [known];
  const made = await makeKey();
  return store.writeAlone(systemContext('key of the provider'), async (writes) => {
    const record = await writes.first(signingKey, (select) => select);
    const other = open(record);
    if (other) return [other];
    const id = record?.id ?? (await writes.create(signingKey, { place: 1 }));
    await writes.update(signingKey, id, { private_key: sealing.seal(JSON.stringify(made), id) });
    return [made];
  });
}

async function makeKey(): Promise<Jwk> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const { n = '' } = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })).export({
    format: 'jwk',
  });
  const kid = hash('sha256', n, 'base64url').slice(0, 16);
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}
