import { randomBytes } from 'node:crypto';
import { anyNumber, type LoadReport, UNIQUE } from '../load/load-plan.ts';
import { requestBytes } from '../load/request.ts';
import { runLoad } from '../load/run-load.ts';
import { connections, seconds } from '../parameters.ts';
import { prepare } from '../prepare.ts';
import { cpuOfTree } from '../scale/cpu-of-tree.ts';
import { startQuire, temporaryFolder } from '../servers/quire.ts';
import { reachableServers } from '../servers/server-databases.ts';
import type { AnyRecord } from '../table.ts';
import { BackendTimes } from './backend-times.ts';
import { type Cost, type Costs, highestRate, needsOf } from './model.ts';

const BOOKS = 1000;
const WORKERS = [1, 2, 4];
const BASE = { reads: 100, writes: 5 };
const TIMES = [1, 10, 100, 1000];
const TARGET = 0.25;
/** Workers start one after the other, and the compiler has to optimise what they run. */
const WARM_UP_SECONDS = 10;

/** A run: what a request cost each side, and how many there were. */
interface Run extends Cost {
  readonly rate: number;
  readonly load: number;
  /** How many cores all of them got. */
  readonly cores: number;
}

/**
 * What loads need on PostgreSQL, by the model of the costs at one process. It is checked against runs of several processes,
 * given how many cores all sides of them got.
 */
export async function capacity(): Promise<AnyRecord[]> {
  const make = new Map(await reachableServers()).get('PostgreSQL');
  if (!make) return [];
  await using database = await make();
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const url = new URL(database.url);
  url.searchParams.set('application_name', name);
  const env = { DATABASE_URL: url.href, QUIRE_SECRET: 'a secret for the bench and for nothing else' };
  await using backends = await BackendTimes.open(database.url, name);
  const folder = temporaryFolder();
  const { bytesAWrite, ...requests } = await fill(folder, env, backends);
  const runs: { workers: number; read: Run; write: Run }[] = [];
  for (const workers of WORKERS) {
    await using quire = await startQuire(folder, 'any', { ...env, WORKERS: String(workers) });
    const read = await measure(quire, requests.read, backends);
    const write = await measure(quire, requests.write, backends);
    runs.push({ workers, read, write });
    console.log(`  ${workers} processes: ${told(read)}; ${told(write)}`);
  }
  const [one] = runs;
  if (!one) throw new Error('no run was made');
  printNeeds({ read: one.read, write: one.write, bytesAWrite });
  return runs
    .slice(1)
    .flatMap(({ workers, read, write }) => [
      checked(`reads by id, ${workers} processes`, one.read, read, workers),
      checked(`durable updates, ${workers} processes`, one.write, write, workers),
    ]);
}

async function fill(folder: string, env: Readonly<Record<string, string>>, backends: BackendTimes) {
  await using quire = await startQuire(folder, 'any', env);
  const before = await backends.stored();
  const { token, readMany } = await prepare(quire.port, BOOKS);
  const after = await backends.stored();
  const bytesAWrite = (after.bytes - before.bytes) / (after.writes - before.writes);
  const update = requestBytes('PATCH', `/v1/book/${anyNumber(BOOKS)}`, token, { title: UNIQUE });
  return { read: readMany, write: [update], bytesAWrite };
}

async function measure(
  { port, pid }: { readonly port: number; readonly pid: number },
  requests: readonly string[],
  backends: BackendTimes,
): Promise<Run> {
  const run = (length: number): Promise<LoadReport> =>
    runLoad({ port, requests, connections, most: 1e9, seconds: length });
  await run(WARM_UP_SECONDS);
  const before = [cpuOfTree(pid), await backends.milliseconds()] as const;
  const report = await run(seconds);
  const each = (ms: number) => ms / 1000 / report.answers;
  const server = each(cpuOfTree(pid) - before[0]);
  const database = each((await backends.milliseconds()) - before[1]);
  const [rate, load] = [report.answers / report.seconds, report.cpuSeconds / report.answers];
  return { rate, server, database, load, cores: rate * (server + database + load) };
}

/** The rate beside that of the model, which knows the costs at one process and how many cores all of it got. */
function checked(what: string, { server, database }: Cost, run: Run, workers: number): AnyRecord {
  const computed = highestRate({ server, database }, run.load, workers, run.cores);
  const ratio = run.rate / computed;
  return {
    what: `${what}: rate beside the model`,
    measured: `${told(run)}; the model says ${Math.round(computed)}/s on ${run.cores.toFixed(2)} cores`,
    rate: ratio.toFixed(2),
    target: `1 ± ${TARGET}`,
    met: Math.abs(ratio - 1) <= TARGET,
  };
}

function told({ rate, server, database }: Run): string {
  const micros = (cost: number) => `${Math.round(cost * 1e6)} µs`;
  return `${Math.round(rate)}/s, server ${micros(server)}, database ${micros(database)}`;
}

function printNeeds(costs: Costs): void {
  console.log(`\nA write adds ${Math.round(costs.bytesAWrite)} bytes.\n`);
  console.log(
    '| reads, writes a second | processes | cores of servers | of the primary | replicas | connections | GB a day | first bound |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const times of TIMES) {
    const load = { reads: BASE.reads * times, writes: BASE.writes * times };
    const needs = needsOf(costs, load);
    const cells = [
      `${load.reads.toLocaleString('en')}, ${load.writes.toLocaleString('en')}`,
      needs.processes,
      needs.serverCores.toFixed(2),
      needs.primaryCores.toFixed(2),
      needs.replicas,
      needs.connections,
      needs.gigabytesADay.toFixed(1),
      `${needs.first.what}, ${Math.round(100 * needs.first.share)} %`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log();
}
