import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { passkey } from './passkey.collection.ts';
import type { Assertion, Attestation } from './passkey-shapes.ts';
import type { RelyingParty } from './relying-party.ts';

export type Passkey = RecordOf<typeof passkey>;

/** The expected content of a passkey's answer. */
export interface Expected {
  readonly party: RelyingParty;
  /** Uses up the challenge that was signed. Throws if it is not valid. */
  readonly useChallenge: (challenge: string) => Promise<void>;
}

/** Ed25519, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];
const MOST_PASSKEYS = 20;
const TIMEOUT_MS = 300_000;

/** The options for `navigator.credentials.create`, as JSON. */
export function registrationOptions(
  { domain }: RelyingParty,
  owner: { readonly id: bigint; readonly username: string; readonly nickname: string },
  { challenge, issuer, known }: { challenge: string; issuer: string; known: readonly Passkey[] },
) {
  return {
    challenge,
    rp: { id: domain, name: issuer },
    user: {
      id: handleOf(owner.id),
      name: owner.username,
      displayName: owner.nickname || owner.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** The options for `navigator.credentials.get`, as JSON. Without known passkeys, the user chooses one of theirs. */
export function assertionOptions(
  { domain }: RelyingParty,
  challenge: string,
  known: readonly Passkey[] = [],
) {
  return {
    challenge,
    rpId: domain,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf),
  };
}

/** The passkeys of a user, oldest first. */
export function passkeysOf(reads: Reads, userId: bigint): Promise<Passkey[]> {
  return reads.where(passkey, (select) => select.where('user_id', '=', userId).orderBy('id'));
}

/** The passkey that an answer names. */
export function findPasskey(reads: Reads, { id }: Assertion): Promise<Passkey | undefined> {
  return reads.first(passkey, (select) => select.where('credential_hash', '=', hashOf(id)));
}

/** Checks a new passkey. Throws if anything about it is wrong. */
export async function verifyRegistration(response: Attestation, { party, useChallenge }: Expected) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  await requireNoCertificates(response);
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: {
        ...response,
        type: 'public-key',
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => useChallenge(challenge).then(() => true),
      expectedOrigin: [...party.origins],
      expectedRPID: party.domain,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw wrong(message('newPasskeySignatureWrong'));
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credential_hash: hashOf(credential.id),
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: BigInt(credential.counter),
    transports: [...(response.response.transports ?? [])],
    backed_up: credentialBackedUp,
  };
}

/** Stores a passkey that was checked. Throws if the user has too many. */
export async function addPasskey(
  writes: Writes,
  values: Awaited<ReturnType<typeof verifyRegistration>> & {
    readonly user_id: bigint;
    readonly name: string;
  },
): Promise<bigint> {
  const known = await writes.count(passkey, (select) => select.where('user_id', '=', values.user_id));
  if (known >= MOST_PASSKEYS)
    throw badParameters({ passkey: message('tooManyPasskeys', { max: MOST_PASSKEYS }) });
  return writes.create(passkey, values);
}

/** Checks the answer of a stored passkey: origin, domain, challenge, signature and counter. Returns the new counter. */
export async function verifyAssertion(
  record: Passkey,
  response: Assertion,
  { party, useChallenge }: Expected,
): Promise<bigint> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
  if (userHandle && userHandle !== handleOf(record.user_id)) throw wrong(message('passkeyNamesAnotherUser'));
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: {
        ...response,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => useChallenge(challenge).then(() => true),
      expectedOrigin: [...party.origins],
      expectedRPID: party.domain,
      credential: {
        id: record.credential_id,
        publicKey: new Uint8Array(Buffer.from(record.public_key, 'base64url')),
        counter: Number(record.counter),
      },
    }),
  );
  if (!verified) throw wrong(message('passkeySignatureWrong'));
  return BigInt(authenticationInfo.newCounter);
}

/** Records that a passkey was used. Throws if it was removed meanwhile, or if its counter shows that a copy of it was used. */
export async function notePasskeyUse(writes: Writes, record: Passkey, counter: bigint): Promise<void> {
  const current = await writes.find(passkey, record.id); // locked from here on
  if (current?.counter !== record.counter) throw wrong(message('passkeyUsedMeanwhile'));
  await writes.update(passkey, record.id, { counter, used_time: writes.context.now });
}

/** Certificates are never asked for, and checking those of strangers would send requests to addresses that they name. */
async function requireNoCertificates({ response }: Attestation): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { fmt, certificates } = await checked(async () => {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    return { fmt: decoded.get('fmt'), certificates: decoded.get('attStmt').get('x5c') };
  });
  if (fmt === 'none' || (fmt === 'packed' && certificates === undefined)) return;
  throw wrong(message('attestationOfForm', { form: fmt }));
}

/** The library throws an Error for each thing that can be wrong with an answer. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('secondFactorWrong', {
      reason: message('passkeyUnreadable', {
        problem: cause instanceof Error ? cause.message.slice(0, 200) : '',
      }),
      cause,
    });
  }
}

function wrong(reason: Message): AppError {
  return new AppError('secondFactorWrong', { reason });
}

function descriptorOf({ credential_id, transports }: Passkey) {
  return { type: 'public-key', id: credential_id, ...(Array.isArray(transports) && { transports }) };
}

const handleOf = (userId: bigint) => Buffer.from(String(userId)).toString('base64url');
