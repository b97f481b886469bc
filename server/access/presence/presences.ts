import type { Database } from '../../database/database.ts';
import type { Connection } from '../../database/engine.ts';
import type { Reads } from '../../records/store/reads.ts';
import { user } from '../accounts/user.collection.ts';
import type { Actor } from '../actor.ts';
import { session } from '../sign-in/session.collection.ts';
import { presence } from './presence.collection.ts';

/** A session that sends no ping for this long no longer has the record open. */
const LEASE_MS = 45_000;
/** The most records that one session has open; beyond that, the oldest are dropped. */
const MOST_OPEN = 50;
/** The most users listed for one record. */
const MOST_SHOWN = 50;

/** A record of a collection. */
interface OpenedRecord {
  readonly collection: string;
  readonly record_id: bigint;
}

/** A user who has a record open. */
export interface Present {
  readonly id: bigint;
  readonly nickname: string;
  readonly username: string;
  readonly since: number;
}

/**
 * Records which sessions have which records open. It is not content and is deleted within the hour, so it bypasses the log and the
 * history.
 */
export class Presences {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records that a session has a record open. Usually this is one update. */
  enter(
    { sessionId: session_id }: Actor,
    place: OpenedRecord,
    { now, field = null }: { readonly now: number; readonly field?: string | undefined | null },
  ): Promise<void> {
    const { query } = this.#database;
    const entered = { ...place, field, session_id, since: now, time: now };
    const renew = query
      .updateTable(presence.name)
      .set({ field, time: now })
      .where('session_id', '=', session_id)
      .where('collection', '=', place.collection)
      .where('record_id', '=', place.record_id)
      .where('time', '>', now - LEASE_MS);
    return this.#database.transaction(async (connection) => {
      if ((await connection.run(renew.compile())) > 0) return;
      await connection.run(this.#remove(session_id, place));
      await connection.run(query.insertInto(presence.name).values(entered).compile());
      await this.#forgetOldest(connection, session_id);
    });
  }

  /** Records that a session has closed a record. */
  async leave({ sessionId }: Actor, place: OpenedRecord): Promise<void> {
    await this.#database.transaction((connection) => connection.run(this.#remove(sessionId, place)));
  }

  #remove(sessionId: bigint, { collection, record_id }: OpenedRecord) {
    return this.#database.query
      .deleteFrom(presence.name)
      .where('session_id', '=', sessionId)
      .where('collection', '=', collection)
      .where('record_id', '=', record_id)
      .compile();
  }

  async #forgetOldest(connection: Connection, sessionId: bigint): Promise<void> {
    const { query } = this.#database;
    const open = query.selectFrom(presence.name).select('id').where('session_id', '=', sessionId);
    const records = await connection.all(open.orderBy('time', 'desc').orderBy('id', 'desc').compile());
    const oldest = records.slice(MOST_OPEN).map(({ id }) => id);
    if (oldest.length > 0)
      await connection.run(query.deleteFrom(presence.name).where('id', 'in', oldest).compile());
  }
}

/** The other users who have a record open, each once, without the actor. */
export function othersPresent(
  reads: Reads,
  actor: Actor,
  place: OpenedRecord,
  now: number,
): Promise<Present[]> {
  const present = reads.query
    .selectFrom(`${presence.name} as p`)
    .innerJoin(`${session.name} as s`, 's.id', 'p.session_id') // users who have signed out are gone
    .innerJoin(`${user.name} as u`, 'u.id', 's.user_id')
    .select(['u.id', 'u.nickname', 'u.username'])
    .select((e) => e.fn.min('p.since').as('since'))
    .where('p.collection', '=', place.collection)
    .where('p.record_id', '=', place.record_id)
    .where('p.time', '>', now - LEASE_MS)
    .where('u.id', '<>', actor.id)
    .groupBy(['u.id', 'u.nickname', 'u.username'])
    .orderBy((e) => e.fn.min('p.since'))
    .orderBy('u.id')
    .limit(MOST_SHOWN);
  return reads.records(present, {
    id: { type: 'bigint' },
    nickname: { type: 'text' },
    username: { type: 'text' },
    since: { type: 'time' },
  });
}

/** The fields that each of these users is in. */
export async function fieldsOfPresent(
  reads: Reads,
  users: readonly bigint[],
  place: OpenedRecord,
  now: number,
): Promise<(id: bigint) => readonly string[]> {
  if (users.length === 0) return () => [];
  const present = reads.query
    .selectFrom(`${presence.name} as p`)
    .innerJoin(`${session.name} as s`, 's.id', 'p.session_id')
    .select(['s.user_id', 'p.field'])
    .distinct()
    .where('p.collection', '=', place.collection)
    .where('p.record_id', '=', place.record_id)
    .where('p.time', '>', now - LEASE_MS)
    .where('p.field', 'is not', null)
    .where('s.user_id', 'in', users);
  const found = await reads.records<{ readonly user_id: bigint; readonly field: string }>(present, {
    user_id: { type: 'bigint' },
    field: { type: 'string', length: 60 },
  });
  return (id) => found.flatMap(({ user_id, field }) => (user_id === id ? field : []));
}
