import { type JoinBuilder, sql } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { STAMPS } from '../../database/stamps.ts';
import { rowReader } from '../../database/values.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { grant } from '../accounts/grant.collection.ts';
import { group } from '../accounts/group.collection.ts';
import { permission } from '../accounts/permission.collection.ts';

/** A permission that a group holds for a time. */
export interface EndingGrant {
  readonly key: string;
  readonly until: number;
}

/** The permissions of a group. */
export interface GroupRights {
  /** Keys of those that it holds for good. */
  readonly lasting: ReadonlySet<string>;
  readonly ending: readonly EndingGrant[];
}

/** The permissions of some groups together. */
export type RightsOfGroups = (groupIds: readonly bigint[]) => GroupRights;

/** A group, and the stamps of its grants and of all permissions when it was read. */
export interface StampedGroup {
  readonly group_id: bigint | null;
  readonly grant_stamp: bigint | null;
  readonly permission_stamp: bigint | null;
}

interface GrantRecord extends StampedGroup {
  readonly group_id: bigint;
  readonly key: string | null;
  readonly until: number | null;
}

export const stampsShape: Shape = {
  group_id: { type: 'bigint' },
  grant_stamp: { type: 'bigint' },
  permission_stamp: { type: 'bigint' },
};

const shape: Shape = { ...stampsShape, key: { type: 'text' }, until: { type: 'time' } };

type Join = JoinBuilder<Tables, string>;

/** Joins the stamp `gs` of the grants of the group `g`. Names are part of the statement: lookups have no values but keys. */
export const grantStamp = (join: Join) =>
  join.onRef('gs.id', '=', 'g.id').on('gs.name', '=', sql.lit(grant.name));

/** Joins the stamp `ps` of all permissions. */
export const permissionStamp = (join: Join) =>
  join.on('ps.id', '=', sql.lit(0)).on('ps.name', '=', sql.lit(permission.name));

/** Groups of one statement where it does not hold the event loop. */
const AT_ONCE = 64;
const MOST_GROUPS = 20_000;
const MOST_UNIONS = 500;

const none: GroupRights = { lasting: new Set(), ending: [] };

/**
 * The permissions of groups, kept while the stamps of their grants and of the permissions are the same. Both are read together
 * with who asks, so a revocation holds for the next request, in every process, and also if another program made it.
 */
export class KnownRights {
  readonly #database: Database;
  readonly #read: (raw: Record<string, unknown>) => GrantRecord;
  readonly #groups = new Map<string, GroupRights>();
  readonly #unions = new Map<string, GroupRights>();

  constructor(database: Database) {
    this.#database = database;
    this.#read = rowReader<GrantRecord>(database.engine, shape);
  }

  /**
   * Reads users with the stamps of their groups, and what these groups hold, as of one moment: if a group changes in between, both
   * are read again. Otherwise somebody could have rights that a change gives to a group as it takes them out of it.
   */
  async with<User extends StampedGroup>(
    readUsers: () => MaybePromise<readonly User[]>,
    reader: Reader,
  ): Promise<{ readonly users: readonly User[]; readonly rightsOf: RightsOfGroups }> {
    for (;;) {
      const users = await readUsers();
      const rightsOf = await this.#of(users, reader);
      if (rightsOf) return { users, rightsOf };
    }
  }

  /** Reads what is not known of these groups. Undefined if one of them has changed meanwhile. */
  async #of(groups: readonly StampedGroup[], reader: Reader): Promise<RightsOfGroups | undefined> {
    const found = new Map<bigint, { readonly rights: GroupRights; readonly key: string | undefined }>();
    const missing = new Map<bigint, string | undefined>();
    for (const one of groups) {
      if (one.group_id === null) continue;
      const key = keyOf(one);
      const rights = key === undefined ? undefined : this.#groups.get(key);
      if (rights) found.set(one.group_id, { rights, key });
      else missing.set(one.group_id, key);
    }
    const ids = [...missing.keys()];
    const size = this.#database.engine.isSerial ? 1 : AT_ONCE;
    for (let first = 0; first < ids.length; first += size) {
      if (first > 0 && isTurnOver()) await freeTurn();
      const records = await this.#load(ids.slice(first, first + size), reader);
      for (const [id, some] of Map.groupBy(records, ({ group_id }) => group_id)) {
        const key = this.#keep(some);
        if (key !== missing.get(id)) return undefined;
        found.set(id, { rights: toRights(some), key });
      }
    }
    return (held) => this.#union(held.flatMap((id) => found.get(id) ?? []));
  }

  async #load(ids: readonly bigint[], reader: Reader): Promise<GrantRecord[]> {
    const query = this.#database.query
      .selectFrom(`${group.name} as g`)
      .leftJoin(`${grant.name} as r`, 'r.group_id', 'g.id')
      .leftJoin(`${permission.name} as p`, 'p.id', 'r.permission_id')
      .leftJoin(`${STAMPS} as gs`, grantStamp)
      .leftJoin(`${STAMPS} as ps`, permissionStamp)
      .select(['g.id as group_id', 'gs.value as grant_stamp', 'ps.value as permission_stamp'])
      .select(['p.key', 'r.until'])
      .where('g.id', 'in', [...ids]);
    return (await reader.all(query.compile())).map(this.#read);
  }

  /** Keeps the rights of one group, and returns by which key. */
  #keep(records: readonly GrantRecord[]): string | undefined {
    const [first] = records;
    const key = first && keyOf(first);
    if (key === undefined) return undefined;
    if (this.#groups.size >= MOST_GROUPS) this.#groups.clear();
    this.#groups.set(key, toRights(records));
    return key;
  }

  #union(all: readonly { readonly rights: GroupRights; readonly key: string | undefined }[]): GroupRights {
    const [first = { rights: none }, ...others] = all;
    if (others.length === 0) return first.rights;
    const keys = all.map(({ key }) => key);
    const key = keys.includes(undefined) ? undefined : keys.sort().join();
    const known = key === undefined ? undefined : this.#unions.get(key);
    if (known) return known;
    const lasting = new Set<string>();
    for (const { rights } of all) for (const one of rights.lasting) lasting.add(one);
    const union = { lasting, ending: all.flatMap(({ rights }) => rights.ending) };
    if (key !== undefined) {
      if (this.#unions.size >= MOST_UNIONS) this.#unions.clear();
      this.#unions.set(key, union);
    }
    return union;
  }
}

/** Undefined where nothing is stamped. A group without a stamp has had no change since stamps are kept. */
function keyOf({ group_id, grant_stamp, permission_stamp }: StampedGroup): string | undefined {
  return permission_stamp === null ? undefined : `${group_id} ${grant_stamp ?? ''} ${permission_stamp}`;
}

function toRights(records: readonly GrantRecord[]): GroupRights {
  const lasting = new Set<string>();
  const ending: EndingGrant[] = [];
  for (const { key, until } of records)
    if (key !== null) {
      if (until === null) lasting.add(key);
      else ending.push({ key, until });
    }
  return { lasting, ending };
}

const known = new WeakMap<Database, KnownRights>();

/** What is known of the groups of a database. */
export function knownRights(database: Database): KnownRights {
  const rights = known.get(database) ?? new KnownRights(database);
  known.set(database, rights);
  return rights;
}
