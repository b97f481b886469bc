import { connect } from 'node:net';
import { createPool } from 'mysql2/promise';
import { Pool } from 'pg';

/** Connections to each server while databases are dropped: a drop mostly waits for the disk. */
const DROPPERS = 4;

/** The engines, with the server that the tests of each use. */
export const engines = [
  { key: 'sqlite', name: 'SQLite' },
  {
    key: 'postgres',
    name: 'PostgreSQL',
    url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  },
  {
    key: 'mysql',
    name: 'MySQL or MariaDB',
    url: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
  },
];

/** Whether something listens where the engine is expected. */
export function isReachable({ url }) {
  if (url === undefined) return Promise.resolve(true);
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: 2000 });
  return new Promise((resolve) => {
    for (const event of ['connect', 'timeout', 'error']) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });
}

const FLUSH = 'innodb_flush_log_at_trx_commit';

/**
 * Lets commits on MySQL and MariaDB return before they are on the disk, as connections of tests to PostgreSQL ask for
 * themselves: nothing that a test writes has to survive a power cut. A server of somebody else that refuses it keeps its way.
 * Returns how to undo it.
 */
export async function commitWithoutDisk({ key, url }) {
  if (key !== 'mysql') return async () => {};
  const pool = createPool({ uri: url, connectionLimit: 1 });
  const [[{ before }]] = await pool.query(`select @@global.${FLUSH} as \`before\``);
  const isAllowed = await pool.query(`set global ${FLUSH} = 0`).then(
    () => true,
    () => false,
  );
  return async () => {
    if (isAllowed) await pool.query(`set global ${FLUSH} = ${Number(before)}`);
    await pool.end();
  };
}

/** Finds what tests of a run have left for the next test, and drops it; each connection drops one after another. */
const leftovers = {
  async postgres(url, run) {
    const pool = new Pool({ connectionString: url, max: DROPPERS });
    const found = await pool.query(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [`quire_test_${run}_`],
    );
    await Promise.all(found.rows.map(({ name }) => pool.query(`drop schema "${name}" cascade`)));
    await pool.end();
  },
  async mysql(url, run) {
    const pool = createPool({ uri: url, connectionLimit: DROPPERS });
    const [rows] = await pool.query('show databases like ?', [`quire\\_test\\_${run}\\_%`]);
    const names = rows.flatMap((row) => Object.values(row));
    await Promise.all(names.map((name) => pool.query(`drop database \`${name}\``)));
    await pool.end();
  },
};

/** Drops the databases that tests of this run have kept for other tests. */
export async function dropLeftovers(run) {
  await Promise.all(
    engines.map(async (engine) => {
      if (engine.url !== undefined && (await isReachable(engine)))
        await leftovers[engine.key](engine.url, run);
    }),
  );
}
