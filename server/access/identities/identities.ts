import type { RecordOf } from '../../definitions/types/record-types.ts';
import { eraseWhere, type Reads, type Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { session } from '../sign-in/session.collection.ts';
import { leaveGroups } from './groups-in-step.ts';
import { identity } from './identity.collection.ts';

export type Identity = RecordOf<typeof identity>;

/** A person at a provider, as stored with their link. */
interface Linked {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
}

/** The key of a person at a provider. */
export function identityKey({ issuer, subject }: Pick<Linked, 'issuer' | 'subject'>): string {
  return hashOf(JSON.stringify([issuer, subject]));
}

/** The key of a session at a provider; null if it has no name. */
export function providerSessionKey(issuer: string, name: string | undefined): string | null {
  return name === undefined ? null : hashOf(JSON.stringify([issuer, 'session', name]));
}

/** The link of a person, if there is one. */
export function findIdentity(
  reads: Reads,
  person: Pick<Linked, 'issuer' | 'subject'>,
): Promise<Identity | undefined> {
  return reads.first(identity, (select) => select.where('key', '=', identityKey(person)));
}

/** Links a person with a user. Throws if the person is linked already. */
export function addIdentity(
  writes: Writes,
  userId: bigint,
  { issuer, subject, name }: Linked,
): Promise<bigint> {
  const key = identityKey({ issuer, subject });
  const { now } = writes.context;
  return writes.create(identity, { key, user_id: userId, issuer, subject, name, used_time: now });
}

/** Unlinks a person: takes back the groups that came from the provider, and ends the sessions that began by it, except one. */
export async function removeIdentity(writes: Writes, record: Identity, kept: bigint): Promise<void> {
  await leaveGroups(writes, record);
  await eraseWhere(writes, session, (select) =>
    select.where('identity_id', '=', record.id).where('id', '<>', kept),
  );
  await writes.remove(identity, record.id);
}
