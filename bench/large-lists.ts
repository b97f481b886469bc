import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeCursor } from '../server/records/query/cursor.ts';
import { rateOf } from './compare.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { connections, rounds, seconds } from './parameters.ts';
import { signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const SMALL = 1000;
/** The number of articles in a large list. */
export const LARGE = 1_000_000;
const PLACES = 5000;
const TARGET = 1.5;
const sorts = {
  id: (id: number) => ({ id: BigInt(id) }),
  '-create_time': (id: number) => ({ create_time: id, id: BigInt(id) }),
} as const;

/** Pages of 20 from all over a list of a million records, beside those of a list of a thousand. */
export async function largeLists(): Promise<AnyRecord[]> {
  const folders = [filled(SMALL), filled(LARGE)];
  const records: AnyRecord[] = [];
  for (const sort of Object.keys(sorts) as (keyof typeof sorts)[]) {
    const [small = Number.NaN, large = Number.NaN] = await inTurns(await Promise.all(folders), sort);
    const times = small / large;
    records.push({
      what: `page of 20 by keyset, sorted by ${sort}: ${LARGE} records beside ${SMALL}`,
      measured: `${times.toFixed(2)}× (${Math.round(small)}/s → ${Math.round(large)}/s)`,
      target: `≤ ${TARGET}×`,
      met: times <= TARGET,
    });
  }
  return records;
}

/** A database whose tables Quire created, filled with plain SQL: only reading is measured. */
export async function filled(size: number): Promise<{ folder: string; size: number }> {
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder);
  }
  const database = new DatabaseSync(join(folder, 'quire.db'));
  database.exec(`
    insert into writer (name, create_time, create_user_id, update_time, update_user_id, is_deleted) values ('沈括', 1, 1, 1, 1, 0);
    insert into article (code, title, summary, writer_id, create_time, create_user_id, update_time, update_user_id, is_deleted)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size})
    select 'code-' || i, 'title ' || i, 'summary', 1, i, 1, i, 1, 0 from n`);
  database.close();
  return { folder, size };
}

async function inTurns(
  lists: readonly { folder: string; size: number }[],
  sort: keyof typeof sorts,
): Promise<number[]> {
  const rates = lists.map(() => 0);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, { folder, size }] of lists.entries())
      rates[index] = (rates[index] ?? 0) + (await measure(folder, size, sort)) / rounds;
  }
  return rates;
}

async function measure(folder: string, size: number, sort: keyof typeof sorts): Promise<number> {
  await using quire = await startQuire(folder);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const places = Array.from({ length: PLACES }, () => 30 + Math.floor(Math.random() * (size - 60)));
  // The page number makes every URL different, so no answer comes from the cache.
  const requests = places.map((id, page) => requestBytes('GET', `${pathOf(sort, id)}&page=${page}`, token));
  const load = { port: quire.port, requests, connections, most: 1e9 };
  await runLoad({ ...load, seconds: 1 });
  return rateOf([await runLoad({ ...load, seconds })]);
}

function pathOf(sort: keyof typeof sorts, id: number): string {
  const descending = sort.startsWith('-');
  const record = sorts[sort](id);
  const order = Object.keys(record).map((column) => ({
    column,
    kind: { type: 'bigint' } as const,
    descending,
    nullable: false,
  }));
  return `/v1/article?count=20&sort=${sort}&after=${writeCursor(order, record)}`;
}
