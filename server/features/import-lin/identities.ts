import { type Decision, type Owner, present, skipped, targetOf } from './decision.ts';
import { idOf, idOfRecord, type Move } from './move.ts';

/** An identity in the source: a way to sign in. */
export interface Identity {
  readonly id: bigint;
  readonly userId: bigint;
  readonly type: string;
  readonly identifier: string;
  readonly credential: string;
  readonly isDeleted: boolean;
  readonly isTaken: boolean;
}

export const IDENTITIES = 'lin_user_identity';
const BY_PASSWORD = 'USERNAME_PASSWORD';

/** The identities of these users. */
export async function readIdentities(
  { source, mapping }: Move,
  userIds: readonly bigint[],
): Promise<Identity[]> {
  const records = await source.records(
    `select t.id, t.user_id, t.identity_type, t.identifier, t.credential, ${source.isDeleted(IDENTITIES)} as deleted
     from ${source.from(IDENTITIES)} t where t.user_id in (?) order by t.id`,
    [userIds],
  );
  const taken = await mapping.targets(IDENTITIES, records.map(idOfRecord));
  return records.map((record) => ({
    id: idOfRecord(record),
    userId: idOf(record.user_id),
    type: record.identity_type ?? '',
    identifier: record.identifier ?? '',
    credential: record.credential ?? '',
    isDeleted: record.deleted === '1',
    isTaken: taken.has(idOfRecord(record)),
  }));
}

/** The identity that holds a user's password: the first, as in a Lin CMS. */
export function passwordOf(identities: readonly Identity[]): Identity | undefined {
  return identities.find(({ type, isDeleted }) => type === BY_PASSWORD && !isDeleted);
}

/** `password` is the identity whose password is imported. */
export function decideIdentity(identity: Identity, password: Identity | undefined, owner: Owner): Decision {
  if (identity.isTaken) return present;
  if (owner.decision.outcome === 'skipped') return skipped('its user is not taken over');
  if (identity.isDeleted) return skipped('it is deleted there');
  if (identity.type !== BY_PASSWORD) return skipped(`signing in by '${identity.type}' is not known here`);
  if (owner.decision.outcome === 'present')
    return skipped('its user is there already, and keeps its password');
  if (identity !== password) return skipped('the user has another password');
  return { outcome: 'imported', changes: [], write: async () => targetOf(owner) };
}
