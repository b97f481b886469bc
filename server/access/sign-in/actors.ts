import type { SelectQueryBuilder } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import { prepareLookup, type Reader, rowReader, STAMPS } from '../../database/index.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { type Source, type Version, VersionedCache } from '../../database/versions/version.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { grant, group, isOver, LEVEL, membership, permission, user } from '../accounts/index.ts';
import type { Actor, ActorProof } from '../actor.ts';
import {
  grantStamp,
  knownRights,
  permissionStamp,
  type RightsOfGroups,
  type StampedGroup,
  stampsShape,
} from './group-rights.ts';
import { fromWords } from './proof.ts';
import { session } from './session.collection.ts';

/** The actor of a session; undefined if the session or its user is gone, 'inactive' if the user is deactivated. */
export type FindActor = (
  sessionName: string,
  version: Version | undefined,
  reader?: Reader,
) => MaybePromise<FoundActor>;

/** A user as an actor, without a session. */
export type FindUser = (id: bigint, reader: Reader) => Promise<FoundActor>;

/** Many users as actors, in one query. */
export type FindUsers = (ids: readonly bigint[], reader: Reader) => Promise<Map<bigint, FoundActor>>;

export type FoundActor = Actor | 'inactive' | undefined;

/** A user, once for each of their groups. */
export interface UserRecord extends StampedGroup {
  readonly session_id?: bigint;
  readonly user_id: bigint;
  readonly username: string;
  readonly active: boolean;
  readonly membership_id: bigint | null;
  readonly level: number | null;
  readonly membership_until: number | null;
}

/** With what the user has of a second factor. */
export interface FactorRecord extends UserRecord {
  readonly second_factor: boolean;
  readonly factor_due: number | null;
  readonly owes_factor: boolean;
  readonly group_name: string | null;
}

interface ActorRecord extends FactorRecord {
  readonly session_id: bigint;
  readonly nonce: string;
  readonly proved_by: string;
  readonly proved_time: number | null;
}

export const userShape: Shape = {
  user_id: { type: 'bigint' },
  username: user.columns.username ?? { type: 'text' },
  active: { type: 'boolean' },
  membership_id: { type: 'bigint' },
  level: { type: 'integer' },
  membership_until: { type: 'time' },
  ...stampsShape,
};

export const factorShape: Shape = {
  ...userShape,
  second_factor: { type: 'boolean' },
  factor_due: { type: 'time' },
  owes_factor: { type: 'boolean' },
  group_name: group.columns.name ?? { type: 'text' },
};

/** Its columns of the user `u` and the group `g`. */
export const FACTOR_COLUMNS = [
  'u.second_factor',
  'u.factor_due',
  'u.owes_factor',
  'g.name as group_name',
] as const;

const shape: Shape = {
  ...factorShape,
  session_id: { type: 'bigint' },
  nonce: session.columns.nonce ?? { type: 'text' },
  proved_by: { type: 'text' },
  proved_time: { type: 'time' },
};

/** The tables that a user's rights are read from. */
export const rightsTables = [user, membership, group, grant, permission].map(({ name }) => name);

/** The tables that an actor is read from. A change of them takes effect with the next request. */
export const actorSource: Source = { tables: [session.name, ...rightsTables] };

const MAX_CACHED = 10_000;

/**
 * One statement identifies the caller, whatever their groups hold; one more reads the permissions of groups that have changed. It
 * is skipped if the engine knows that nothing was committed since the last result. So a revocation takes effect with the next
 * request, in every process.
 */
export function makeFindActor({ database }: RecordStore): FindActor {
  const recent = new VersionedCache<string, Actor | 'inactive'>(MAX_CACHED);
  const use = database.cacheUses.of('sessions');
  const bySession = prepareBySession(database.query);
  const read = rowReader<ActorRecord>(database.engine, shape);
  const rights = knownRights(database);
  const load: FindActor = async (sessionName, version, reader = database.reads) => {
    const [id = '', nonce = ''] = sessionName.split('.');
    const proved = async () =>
      (await reader.all(bySession(BigInt(id)))).map(read).filter((record) => record.nonce === nonce);
    const { users, rightsOf } = await rights.with(proved, reader);
    const actor = toProvedActor(users, rightsOf);
    if (actor) recent.set(sessionName, actor, version, { source: actorSource, until: rightsEndOf(actor) });
    return actor;
  };
  return (sessionName, version, reader) =>
    use.noted(recent.get(sessionName, version), version) ?? load(sessionName, version, reader);
}

/** For tasks, which may outlive sessions. */
export function makeFindUser(store: RecordStore): FindUser {
  const findUsers = makeFindUsers(store);
  return async (id, reader) => (await findUsers([id], reader)).get(id);
}

export function makeFindUsers({ database }: RecordStore): FindUsers {
  const read = rowReader<UserRecord>(database.engine, userShape);
  const rights = knownRights(database);
  const byIds = (ids: readonly bigint[]) =>
    withRights(database.query.selectFrom(`${user.name} as u`)).where('u.id', 'in', ids);
  const byId = prepareLookup('user_id', byIds); // most tasks are of one user
  return async (ids, reader) => {
    const [first, ...others] = ids;
    if (first === undefined) return new Map();
    const statement = others.length === 0 ? byId(first) : byIds(ids).compile();
    const found = async () => (await reader.all(statement)).map(read);
    const { users, rightsOf } = await rights.with(found, reader);
    const byUser = Map.groupBy(users, ({ user_id }) => user_id);
    return new Map([...byUser].map(([id, some]) => [id, toActor(some, rightsOf)]));
  };
}

function prepareBySession(query: RecordStore['database']['query']) {
  return prepareLookup('session_id', (sessions) =>
    withRights(query.selectFrom(`${session.name} as s`).innerJoin(`${user.name} as u`, 'u.id', 's.user_id'))
      .select(['s.id as session_id', 's.nonce', 's.proved_by', 's.proved_time'])
      .select(FACTOR_COLUMNS)
      .where('s.id', 'in', sessions),
  );
}

/** Joins the groups of the users `u` with the stamps of their permissions, and selects what `toActor` reads. */
export function withRights(users: SelectQueryBuilder<Tables, string, object>) {
  return users
    .leftJoin(`${membership.name} as m`, 'm.user_id', 'u.id')
    .leftJoin(`${group.name} as g`, 'g.id', 'm.group_id')
    .leftJoin(`${STAMPS} as gs`, grantStamp)
    .leftJoin(`${STAMPS} as ps`, permissionStamp)
    .select(['u.id as user_id', 'u.username', 'u.active', 'm.id as membership_id', 'g.id as group_id'])
    .select(['g.level', 'm.until as membership_until'])
    .select(['gs.value as grant_stamp', 'ps.value as permission_stamp']);
}

function toProvedActor(records: readonly ActorRecord[], rightsOf: RightsOfGroups): FoundActor {
  const [first] = records;
  const actor = toActor(records, rightsOf);
  if (!first || !actor || actor === 'inactive') return actor;
  const isByProvider = fromWords(first.proved_by).includes('provider');
  return { ...actor, proof: proofOf(records, first, actor, { time: first.proved_time, isByProvider }) };
}

/** How an actor was proved, with what their user has of a second factor. */
export function proofOf(
  records: readonly FactorRecord[],
  { second_factor, factor_due, owes_factor }: FactorRecord,
  { groupIds }: Actor,
  { time, isByProvider }: Pick<ActorProof, 'time' | 'isByProvider'>,
): ActorProof {
  return {
    time,
    hasSecondFactor: second_factor,
    isByProvider,
    factorDue: factor_due,
    owesFactor: owes_factor,
    groups: new Set(
      records.flatMap(({ group_id, group_name }) =>
        groupIds.includes(group_id ?? 0n) ? (group_name ?? []) : [],
      ),
    ),
  };
}

/** The user as an actor, with the rights that have not ended at this time. */
export function toActor(
  all: readonly UserRecord[],
  rightsOf: RightsOfGroups,
  now: number = Date.now(),
): FoundActor {
  const [first] = all;
  if (!first) return undefined;
  if (!first.active) return 'inactive';
  const records = all.filter(({ membership_until }) => !isOver(membership_until, now));
  const { lasting, ending } = rightsOf(groupsIn(records));
  const held = ending.filter(({ until }) => !isOver(until, now));
  const ends = [
    ...records.flatMap(({ membership_until }) => membership_until ?? []),
    ...held.map(({ until }) => until),
  ];
  const permissions = held.length === 0 ? lasting : lasting.union(new Set(held.map(({ key }) => key)));
  return {
    id: first.user_id,
    username: first.username,
    sessionId: first.session_id ?? 0n,
    ...rightsIn(records, permissions),
    ...(ends.length > 0 && { rightsEnd: Math.min(...ends), lasting: lastingIn(records, rightsOf) }),
  };
}

/** The rights by these memberships, of groups that hold these permissions. */
function rightsIn(records: readonly UserRecord[], permissions: ReadonlySet<string>) {
  return {
    isSuper: records.some((record) => record.level === LEVEL.root),
    groupIds: inOrderOfJoining(records),
    permissions,
  };
}

function lastingIn(records: readonly UserRecord[], rightsOf: RightsOfGroups) {
  const lasting = records.filter(({ membership_until }) => membership_until === null);
  return rightsIn(lasting, rightsOf(groupsIn(lasting)).lasting);
}

function groupsIn(records: readonly UserRecord[]): bigint[] {
  return [...new Set(records.flatMap(({ group_id }) => group_id ?? []))];
}

/** The time until which the rights of an actor are valid. */
export function rightsEndOf(found: FoundActor): number | undefined {
  return found === 'inactive' ? undefined : found?.rightsEnd;
}

function inOrderOfJoining(records: readonly UserRecord[]): bigint[] {
  const sorted = records.toSorted((a, b) => Number((a.membership_id ?? 0n) - (b.membership_id ?? 0n)));
  return [...new Set(sorted.flatMap((record) => record.group_id ?? []))];
}
