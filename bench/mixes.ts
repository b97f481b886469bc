import { compare } from './compare.ts';
import { anyNumber, type LoadReport, UNIQUE } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { connections, rounds, seconds } from './parameters.ts';
import type { Requests } from './prepare.ts';
import { startQuire } from './servers/quire.ts';
import { type Server, startServer } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

const RECORDS = 1000;
const shares = [
  [1, 0.42],
  [5, 0.33],
  [20, 0.2],
] as const;
const WRITES_PER_SECOND = 200;
const P99_TARGET = 2;

/** Reads of records in random order with durable updates among them, and reads beside another client's updates. */
export async function mixes(folder: string, { token }: Requests): Promise<AnyRecord[]> {
  const read = requestBytes('GET', `/v1/book/${anyNumber(RECORDS)}`, token);
  const update = requestBytes('PATCH', `/v1/book/${anyNumber(RECORDS)}`, token, { title: UNIQUE });
  await using bare = await startServer(new URL('./servers/bare-server.ts', import.meta.url), {
    core: 'server',
  });
  await using quire = await startQuire(folder);
  const records: AnyRecord[] = [];
  for (const [percent, target] of shares) {
    const mixed = Array.from({ length: 100 }, (_, index) =>
      (index * percent) % 100 < percent ? update : read,
    );
    records.push(await compare(`reads with ${percent} % durable updates`, target, [bare, quire], mixed));
  }
  return [...records, await besideWrites(quire, read, update)];
}

/** The p99 latency of reads beside a steady stream of durable updates. */
async function besideWrites({ port }: Server, read: string, update: string): Promise<AnyRecord> {
  const reads = () => runLoad({ port, requests: [read], connections, most: 1e9, seconds });
  const writes = () =>
    runLoad({ port, requests: [update], connections: 8, most: 1e9, seconds, perSecond: WRITES_PER_SECOND });
  await reads();
  const alone: LoadReport[] = [];
  const beside: LoadReport[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    alone.push(await reads());
    const [busy, written] = await Promise.all([reads(), writes()]);
    beside.push(busy);
    console.log(`  round ${round}: p99 ${busy.p99.toFixed(1)} ms beside ${written.answers} writes`);
  }
  const times = p99(beside) / p99(alone);
  return {
    what: `p99 of reads beside ${WRITES_PER_SECOND} durable updates a second`,
    measured: `${times.toFixed(2)}× (${p99(alone).toFixed(1)} → ${p99(beside).toFixed(1)} ms)`,
    target: `≤ ${P99_TARGET}×`,
    met: times <= P99_TARGET,
  };
}

function p99(reports: readonly LoadReport[]): number {
  return reports.reduce((total, report) => total + report.p99, 0) / reports.length;
}
