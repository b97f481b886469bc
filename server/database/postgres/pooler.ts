import type { ClientBase } from 'pg';
import { CannotStart } from '../../errors.ts';

/**
 * What stands between this process and its database. A pooler such as PgBouncer gives the server's connection to others between
 * transactions, so nothing may be left in it: no limits of the session, and prepared statements only if the pooler keeps them.
 */
export interface Pooler {
  /** Whether it prepares statements anew on each server's connection, as PgBouncer does from 1.21 on. */
  readonly keepsPrepared: boolean;
}

/** Finds out from a new connection; undefined where nothing stands between. */
export async function findPooler(client: ClientBase, databaseUrl: string): Promise<Pooler | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as "pid"');
  if (rows[0]?.pid === client.processID) return undefined; // a pooler tells its clients numbers of its own
  if (new URL(databaseUrl).searchParams.has('options'))
    throw new CannotStart(
      "DATABASE_URL: 'options' would be lost behind a pooler; allowed: alter role ... set search_path = ...",
    );
  return { keepsPrepared: await keepsPrepared(client) };
}

/** A pooler that keeps prepared statements gives them names of its own. */
async function keepsPrepared(client: ClientBase): Promise<boolean> {
  const name = `quire_${process.pid}`;
  await client.query('begin');
  try {
    await client.query({ name, text: 'select $1::int as "one"', values: [1] });
    const { rows } = await client.query('select 1 from pg_prepared_statements where name = $1', [name]);
    if (rows.length > 0) await client.query(`deallocate ${name}`); // or it would stay with the server's connection
    return rows.length === 0;
  } finally {
    await client.query('rollback');
  }
}
