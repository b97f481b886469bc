import { compareSides } from './compare.ts';
import { connections } from './parameters.ts';
import type { Requests } from './prepare.ts';
import { startQuire } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const TARGET = 0.95;

/** What it costs a server to count for /metrics, beside one that does not. */
export async function metrics(folder: string, { read, list, create }: Requests): Promise<AnyRecord[]> {
  await using without = await startQuire(folder);
  await using counting = await startQuire(folder, 'server', { METRICS_NETWORKS: '192.0.2.1' });
  const records: AnyRecord[] = [];
  for (const [what, requests] of Object.entries({ 'read by id': read, 'list of 20': list, create })) {
    const load = { requests, connections };
    records.push(
      await compareSides(`${what} while /metrics is on`, TARGET, [
        { name: 'off', server: without, load },
        { name: 'on', server: counting, load },
      ]),
    );
  }
  return records;
}
