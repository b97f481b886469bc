import type { LoadReport } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { connections, rounds, seconds } from './parameters.ts';
import { cpuSeconds } from './servers/process.ts';
import { rememberedBy } from './servers/remembered.ts';
import type { Server } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

/** So that the compiler of the server has optimised what is measured. */
const WARM_UP_SECONDS = 4;
const bareRequest = [requestBytes('GET', '/')];

interface Stretch extends LoadReport {
  readonly serverCpu: number;
}

/** Requests over another number of connections than usual. */
interface Load {
  readonly requests: readonly string[];
  readonly connections: number;
}

/** A server and what it is asked. */
export interface Side {
  readonly name: string;
  readonly server: Server;
  readonly load: Load;
}

/** Measures a request beside the bare server. */
export function compare(
  what: string,
  target: number,
  [bare, server]: readonly [Server, Server],
  requests: readonly string[] | Load,
): Promise<AnyRecord> {
  const load = 'requests' in requests ? requests : { requests, connections };
  return compareSides(what, target, [
    { name: 'bare', server: bare, load: { ...load, requests: bareRequest } },
    { name: 'Quire', server, load },
  ]);
}

/** Measures requests beside other requests of the same server. */
export function compareRequests(
  what: string,
  target: number,
  server: Server,
  requests: Readonly<Record<string, readonly string[]>>,
): Promise<AnyRecord> {
  const [base, other] = Object.entries(requests).map(([name, list]) => ({
    name,
    server,
    load: { requests: list, connections },
  }));
  if (!base || !other) throw new Error('two kinds of requests are compared');
  return compareSides(what, target, [base, other]);
}

/**
 * Measures the second side beside the first, in turns after a warm-up of both.
 * The target is met when both the rate and the CPU per request reach it, so a slow load generator cannot hide a miss.
 */
export async function compareSides(
  what: string,
  target: number,
  [base, other]: readonly [Side, Side],
): Promise<AnyRecord> {
  await measure(base, WARM_UP_SECONDS);
  await measure(other, WARM_UP_SECONDS);
  const baseRuns: Stretch[] = [];
  const runs: Stretch[] = [];
  let remembered = 0;
  for (let round = 1; round <= rounds; round += 1) {
    baseRuns.push(await measure(base, seconds));
    const before = await rememberedBy(other.server.pid);
    runs.push(await measure(other, seconds));
    remembered += (await rememberedBy(other.server.pid)) - before;
    console.log(
      `  ${what}, round ${round}: ${base.name} ${say(baseRuns.at(-1))} · ${other.name} ${say(runs.at(-1))}`,
    );
  }
  const rate = rateOf(runs) / rateOf(baseRuns);
  const cpu = cpuOf(baseRuns) / cpuOf(runs);
  return {
    what,
    measured: `${Math.round(rateOf(runs))}/s, ${micros(cpuOf(runs))} (${base.name} ${Math.round(rateOf(baseRuns))}/s, ${micros(cpuOf(baseRuns))})`,
    remembered: `${Math.round((100 * remembered) / sum(runs, (run) => run.answers))} %`,
    rate: rate.toFixed(2),
    cpu: cpu.toFixed(2),
    target: `≥ ${target.toFixed(2)}`,
    met: Math.min(rate, cpu) >= target,
  };
}

async function measure({ server, load }: Side, length: number): Promise<Stretch> {
  const before = cpuSeconds(server.pid);
  const report = await runLoad({ ...load, port: server.port, most: 1e9, seconds: length });
  return { ...report, serverCpu: cpuSeconds(server.pid) - before };
}

export function rateOf(runs: readonly LoadReport[]): number {
  return sum(runs, (run) => run.answers) / sum(runs, (run) => run.seconds);
}

function cpuOf(runs: readonly Stretch[]): number {
  return sum(runs, (run) => run.serverCpu) / sum(runs, (run) => run.answers);
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((total, item) => total + value(item), 0);
}

function say(run: Stretch | undefined): string {
  if (!run) return '';
  const load = Math.round((100 * run.cpuSeconds) / run.seconds);
  return `${Math.round(rateOf([run]))}/s, ${micros(cpuOf([run]))}, p99 ${run.p99.toFixed(1)} ms (load ${load} % busy)`;
}

function micros(cpu: number): string {
  return `${(cpu * 1e6).toFixed(1)} µs`;
}
