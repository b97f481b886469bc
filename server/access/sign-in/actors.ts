import type { Shape } from '../../../contract/column.ts';
import type { Reader } from '../../database/engine.ts';
import { rowReader } from '../../database/row-reader.ts';
import { prepareLookup } from '../../database/statement.ts';
import type { Source, Version } from '../../database/version.ts';
import { VersionedCache } from '../../database/versioned-cache.ts';
import type { Records } from '../../records/records.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { grant } from '../accounts/grant.record.ts';
import { group, LEVEL } from '../accounts/group.record.ts';
import { membership } from '../accounts/membership.record.ts';
import { permission } from '../accounts/permission.record.ts';
import { user } from '../accounts/user.record.ts';
import type { Actor } from '../actor.ts';
import { session } from './session.record.ts';

/** Finds who a session belongs to; undefined where the session or its user is gone, 'inactive' where the user may not act. */
export type FindActor = (
  sessionName: string,
  version: Version | undefined,
  reader?: Reader,
) => MaybePromise<Found>;

/** Finds a user as an actor without a session. */
export type FindUser = (id: bigint, reader: Reader) => Promise<Found>;

export type Found = Actor | 'inactive' | undefined;

interface ActorRow {
  readonly session_id: bigint;
  readonly nonce: string;
  readonly user_id: bigint;
  readonly username: string;
  readonly active: boolean;
  readonly membership_id: bigint | null;
  readonly group_id: bigint | null;
  readonly level: number | null;
  readonly key: string | null;
}

const shape: Shape = {
  session_id: { type: 'bigint' },
  nonce: session.columns.nonce ?? { type: 'text' },
  user_id: { type: 'bigint' },
  username: user.columns.username ?? { type: 'text' },
  active: { type: 'boolean' },
  membership_id: { type: 'bigint' },
  group_id: { type: 'bigint' },
  level: { type: 'integer' },
  key: { type: 'text' },
};

/** What the actor of a session is read from: a change of these tables is in force for the next request. */
export const actorSource: Source = {
  tables: [session, user, membership, group, grant, permission].map(({ name }) => name),
};

const MAX_CACHED = 10_000;

/**
 * One statement answers who is asking. Where the engine can tell that nobody has committed since, the last answer still
 * holds and not even that runs; so a revocation is in force for the very next request, in every process.
 */
export function makeFindActor({ database }: Records): FindActor {
  const recent = new VersionedCache<string, Actor | 'inactive'>(MAX_CACHED);
  const bySession = prepareBySession(database.query);
  const read = rowReader<ActorRow>(database.engine, shape);
  const load: FindActor = async (sessionName, version, reader = database.reads) => {
    const [id = '', nonce = ''] = sessionName.split('.');
    const rows = await reader.all(bySession(BigInt(id)));
    const actor = toActor(rows.map(read).filter((row) => row.nonce === nonce));
    if (actor) recent.set(sessionName, actor, version, actorSource);
    return actor;
  };
  return (sessionName, version, reader) =>
    recent.get(sessionName, version) ?? load(sessionName, version, reader);
}

/** For tasks, which outlive sessions. */
export function makeFindUser({ database }: Records): FindUser {
  const read = rowReader<ActorRow>(database.engine, shape);
  return async (id, reader) => {
    const query = database.query
      .selectFrom(`${user.name} as u`)
      .leftJoin(`${membership.name} as m`, 'm.user_id', 'u.id')
      .leftJoin(`${group.name} as g`, 'g.id', 'm.group_id')
      .leftJoin(`${grant.name} as r`, 'r.group_id', 'g.id')
      .leftJoin(`${permission.name} as p`, 'p.id', 'r.permission_id')
      .select(['u.id as user_id', 'u.username', 'u.active', 'm.id as membership_id', 'g.id as group_id'])
      .select(['g.level', 'p.key'])
      .where('u.id', '=', id);
    const rows = await reader.all(query.compile());
    return toActor(rows.map((raw) => read({ ...raw, session_id: 0, nonce: '' })));
  };
}

function prepareBySession(query: Records['database']['query']) {
  return prepareLookup('session_id', (sessions) =>
    query
      .selectFrom(`${session.name} as s`)
      .innerJoin(`${user.name} as u`, 'u.id', 's.user_id')
      .leftJoin(`${membership.name} as m`, 'm.user_id', 'u.id')
      .leftJoin(`${group.name} as g`, 'g.id', 'm.group_id')
      .leftJoin(`${grant.name} as r`, 'r.group_id', 'g.id')
      .leftJoin(`${permission.name} as p`, 'p.id', 'r.permission_id')
      .select([
        's.id as session_id',
        's.nonce',
        'u.id as user_id',
        'u.username',
        'u.active',
        'm.id as membership_id',
        'g.id as group_id',
        'g.level',
        'p.key',
      ])
      .where('s.id', 'in', sessions),
  );
}

function toActor(rows: readonly ActorRow[]): Found {
  const [first] = rows;
  if (!first) return undefined;
  if (!first.active) return 'inactive';
  return {
    id: first.user_id,
    username: first.username,
    sessionId: first.session_id,
    isSuper: rows.some((row) => row.level === LEVEL.root),
    groupIds: inOrderOfJoining(rows),
    permissions: new Set(rows.flatMap((row) => row.key ?? [])),
  };
}

function inOrderOfJoining(rows: readonly ActorRow[]): bigint[] {
  const sorted = rows.toSorted((a, b) => Number((a.membership_id ?? 0n) - (b.membership_id ?? 0n)));
  return [...new Set(sorted.flatMap((row) => row.group_id ?? []))];
}
