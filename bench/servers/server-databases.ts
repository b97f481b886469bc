import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { openEngine } from '../../server/database/open.ts';

/** The connections of each process, on both sides of a comparison. */
export const CONNECTIONS = 20;

const places = {
  PostgreSQL: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  'MySQL or MariaDB': process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
};

/** An empty database on a server, dropped at the end of the block that is `using` it. */
export interface ServerDatabase extends AsyncDisposable {
  readonly url: string;
}

/** The reachable database servers by name, each with a function that creates a database. */
export async function reachableServers(): Promise<[name: string, make: () => Promise<ServerDatabase>][]> {
  const found: [string, () => Promise<ServerDatabase>][] = [];
  for (const [name, url] of Object.entries(places)) {
    if (await answers(new URL(url))) found.push([name, () => makeDatabase(url)]);
    else console.log(`${name} is left out: nothing answers at ${new URL(url).host}`);
  }
  return found;
}

async function makeDatabase(place: string): Promise<ServerDatabase> {
  const name = `quire_bench_${randomBytes(8).toString('hex')}`;
  const isPostgres = place.startsWith('postgres');
  const run = async (sql: string) => {
    const engine = await openEngine({
      databaseUrl: place,
      databaseConnections: 3,
      databaseTimeout: 10,
      databaseWait: 0,
    });
    try {
      await engine.reads.all({ sql, parameters: [] });
    } finally {
      await engine.close();
    }
  };
  await run(isPostgres ? `create schema "${name}"` : `create database "${name}"`);
  const url = new URL(place);
  if (isPostgres) url.searchParams.set('options', `-c search_path=${name}`);
  else url.pathname = `/${name}`;
  const drop = isPostgres ? `drop schema "${name}" cascade` : `drop database "${name}"`;
  return { url: url.href, [Symbol.asyncDispose]: () => run(drop) };
}

function answers({ hostname, port }: URL): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: hostname, port: Number(port), timeout: 2000 });
  for (const event of ['connect', 'timeout', 'error'])
    socket.once(event, () => {
      socket.destroy();
      resolve(event === 'connect');
    });
  return promise;
}
