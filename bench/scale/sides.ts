import { DatabaseSync } from 'node:sqlite';
import { turnMs } from '../parameters.ts';
import type { Server } from '../servers/server.ts';
import { cpuOfTree } from './cpu-of-tree.ts';
import type { Ask, Cost, Operation } from './sweep.ts';

const TURNS = 3;
const WARM_UP = 10;

/** Both servers on one database. Where CPU time cannot be told apart, as on a database server, the clock is read. */
export interface Sides {
  readonly quire: Server;
  readonly byHand: Server | undefined;
  readonly token: string;
  readonly clock: 'cpu' | 'wall';
  /** Commits as another process, so that the caches of Quire hold nothing. */
  readonly disturb: () => void;
}

/** Measures an operation on both sides in turns, one request after the other. The middle turn counts. */
export async function measure(sides: Sides, size: number, operation: Operation): Promise<Cost> {
  const { quire, byHand } = sides;
  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  const askQuire = async () => send(quire.port, { token: sides.token, ...operation.ask(next()) });
  const { byHand: statements } = operation;
  const askByHand =
    byHand && statements
      ? async () => send(byHand.port, { path: '/', method: 'POST', body: statements(next()) })
      : undefined;
  const quireTimes: number[] = [];
  const byHandTimes: number[] = [];
  for (const ask of [askQuire, askByHand]) if (ask) await warmUp(ask);
  for (let at = 0; at < TURNS; at += 1) {
    quireTimes.push(await timeOf(sides, quire, askQuire));
    if (byHand && askByHand) byHandTimes.push(await timeOf(sides, byHand, askByHand));
  }
  return {
    size,
    quire: middle(quireTimes),
    byHand: byHandTimes.length > 0 ? middle(byHandTimes) : undefined,
  };
}

async function warmUp(ask: () => Promise<void>): Promise<void> {
  const until = performance.now() + turnMs;
  for (let at = 0; at < WARM_UP && performance.now() < until; at += 1) await ask();
}

/** Milliseconds of a request, the mean of a turn. */
async function timeOf(sides: Sides, server: Server, ask: () => Promise<void>): Promise<number> {
  const read = () => (sides.clock === 'cpu' ? cpuOfTree(server.pid) : waited);
  let [count, waited] = [0, 0];
  const [began, before] = [performance.now(), read()];
  while (performance.now() - began < turnMs || (sides.clock === 'cpu' && cpuOfTree(server.pid) === before)) {
    sides.disturb();
    const sent = performance.now();
    await ask();
    waited += performance.now() - sent;
    count += 1;
  }
  return (read() - before) / count;
}

function middle(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Sends a request and reads its answer; throws unless it is 2xx. */
export async function send(port: number, { path, method = 'GET', body, token }: Ask): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
}

/** Commits to a SQLite file as another process does. */
export function disturber(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma synchronous = off; create table if not exists bench_disturbance (n integer)');
  const commit = database.prepare('insert or replace into bench_disturbance (rowid, n) values (1, random())');
  return () => void commit.run();
}
