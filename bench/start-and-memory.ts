import { runLoad } from './load/run-load.ts';
import { connections, requests as most } from './parameters.ts';
import { residentMegabytes } from './servers/process.ts';
import { startQuire } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const STARTS = 5;
const START_TARGET_MS = 500;
const MEMORY_TARGET_MB = 150;
const PARTS = 4;
const SECONDS_A_PART = 600;

/** From starting the process on an existing database to its first answer: the middle one of five. */
export async function startTime(folder: string): Promise<AnyRecord> {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    await using server = await startQuire(folder, 'server', {}, []);
    times.push(server.startMs);
  }
  times.sort((a, b) => a - b);
  const [middle = Number.NaN, list] = [times[STARTS >> 1], times.map(Math.round).join(', ')];
  console.log(`  starts: ${list} ms`);
  return {
    what: 'start on an existing database to the first answer',
    measured: `${Math.round(middle)} ms (${list})`,
    target: `≤ ${START_TARGET_MS} ms`,
    met: middle <= START_TARGET_MS,
  };
}

/** Resident memory of a fresh process after many reads and on the way there, because it must stay flat. */
export async function memory(folder: string, requests: readonly string[]): Promise<AnyRecord> {
  await using server = await startQuire(folder, 'server', {}, []);
  const sizes = [residentMegabytes(server.pid)];
  for (let part = 1; part <= PARTS; part += 1) {
    const count = Math.ceil(most / PARTS);
    const plan = { port: server.port, requests, connections, most: count, seconds: SECONDS_A_PART };
    const { answers } = await runLoad(plan);
    if (answers < count) throw new Error(`only ${answers} of ${count} requests in ${SECONDS_A_PART} s`);
    sizes.push(residentMegabytes(server.pid));
    console.log(`  memory after ${part * count} requests: ${sizes.at(-1)?.toFixed(0)} MB`);
  }
  const last = sizes.at(-1) ?? Number.NaN;
  return {
    what: `resident memory after ${most} requests`,
    measured: `${last.toFixed(0)} MB (on the way ${sizes.map((size) => size.toFixed(0)).join(', ')})`,
    target: `≤ ${MEMORY_TARGET_MB} MB`,
    met: last <= MEMORY_TARGET_MB,
  };
}
