import type { LoadReport } from './load/load-plan.ts';
import { runLoad } from './load/run-load.ts';
import { connections, rounds, seconds } from './parameters.ts';
import type { Requests } from './prepare.ts';
import type { Server } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

const LOGINS = 8;
const TARGET = 2;

/** The p99 latency of reads while eight logins run at all times, beside that of reads alone. */
export async function besideLogins(what: string, { port }: Server, requests: Requests): Promise<AnyRecord> {
  const read = () => runLoad({ port, requests: requests.read, connections, most: 1e9, seconds });
  const login = () =>
    runLoad({ port, requests: requests.login, connections: LOGINS, most: 1e9, seconds: seconds + 1 });
  await read();
  const alone: LoadReport[] = [];
  const beside: LoadReport[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await read();
    const [logins, busy] = await Promise.all([login(), read()]);
    alone.push(quiet);
    beside.push(busy);
    const rate = (logins.answers / logins.seconds).toFixed(1);
    console.log(`  ${what}, round ${round}: alone ${say(quiet)} · beside ${say(busy)}, ${rate} logins/s`);
  }
  const times = p99(beside) / p99(alone);
  return {
    what,
    measured: `${times.toFixed(2)}× (${p99(alone).toFixed(1)} → ${p99(beside).toFixed(1)} ms)`,
    target: `≤ ${TARGET}×`,
    met: times <= TARGET,
  };
}

function p99(reports: readonly LoadReport[]): number {
  return reports.reduce((total, report) => total + report.p99, 0) / reports.length;
}

function say({ answers, seconds: took, p50, p99: tail }: LoadReport): string {
  return `${Math.round(answers / took)}/s, p50 ${p50.toFixed(1)}, p99 ${tail.toFixed(1)} ms`;
}
