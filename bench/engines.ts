import { compare, rateOf } from './compare.ts';
import { runLoad } from './load/run-load.ts';
import { connections, rounds, seconds } from './parameters.ts';
import { prepare, type Requests } from './prepare.ts';
import { startQuire, temporaryFolder } from './servers/quire.ts';
import { startServer } from './servers/server.ts';
import { CONNECTIONS, reachableServers } from './servers/server-databases.ts';
import type { AnyRecord } from './table.ts';

const BOOKS = 1000;
/** So few requests at a time have little to share. */
const FEW = 8;
const folder = temporaryFolder();

/** A database with books in it, as settings, and the requests to measure. */
interface Place {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly requests: Requests;
}

/** Reads on each database server beside a hand-written handler, and two processes beside one on every engine. */
export async function engines(): Promise<AnyRecord[]> {
  const records = [await twoBesideOne(await placeAt('SQLite', `file:${folder}/engines.db`))];
  for (const [name, make] of await reachableServers()) {
    await using database = await make();
    const place = await placeAt(name, database.url);
    records.push(...(await besideDriver(place)), await twoBesideOne(place));
  }
  return records;
}

async function placeAt(name: string, url: string): Promise<Place> {
  const env = {
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    QUIRE_SECRET: 'a secret for the bench and for nothing else',
  };
  await using quire = await startQuire(folder, 'any', env);
  return { name, env, requests: await prepare(quire.port, BOOKS) };
}

async function besideDriver({ name, env, requests: { readMany } }: Place): Promise<AnyRecord[]> {
  const [SESSION_ID = '', SESSION_NONCE = ''] = sessionOf(readMany[0] ?? '').split('.');
  await using byHand = await startServer(new URL('./servers/driver-server.ts', import.meta.url), {
    core: 'server',
    env: { ...env, SESSION_ID, SESSION_NONCE },
  });
  await using quire = await startQuire(folder, 'server', env);
  const what = `reads by id with a token, records in turn, ${name}, beside the bare driver`;
  const few = { requests: readMany, connections: FEW };
  return [
    await compare(what, 0.9, [byHand, quire], readMany),
    await compare(`${what}, ${FEW} connections`, 0.9, [byHand, quire], few),
  ];
}

/** The session of a request's token. */
function sessionOf(request: string): string {
  const [, payload = ''] = /Bearer [^.]+\.([^.]+)\./.exec(request) ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).session;
}

async function twoBesideOne({ name, env, requests: { readMany } }: Place): Promise<AnyRecord> {
  const [one, two] = [await rateWith('1'), await rateWith('2')];
  async function rateWith(WORKERS: string): Promise<number> {
    await using quire = await startQuire(folder, 'any', { ...env, WORKERS });
    const load = () => runLoad({ port: quire.port, requests: readMany, connections, most: 1e9, seconds });
    await load(); // the second process may still be starting
    const runs = [];
    for (let round = 1; round <= rounds; round += 1) runs.push(await load());
    console.log(`  reads by id, ${name}, WORKERS=${WORKERS}: ${Math.round(rateOf(runs))}/s`);
    return rateOf(runs);
  }
  return {
    what: `reads by id, ${name}, WORKERS=2 beside WORKERS=1`,
    measured: `${Math.round(two)}/s beside ${Math.round(one)}/s, the load on one of the cores`,
    rate: (two / one).toFixed(2),
    target: '–',
    met: true,
  };
}
