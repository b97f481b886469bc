import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import { type Reads, systemContext, type Writes, whereEvenDeleted } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { storedCollection } from './subject.ts';

const BATCH = 200;
const PAUSE_MS = 20;

/** Something that is stored about a record. */
interface AboutRecord {
  readonly id: bigint;
  readonly collection: string;
  readonly record_id: bigint;
}

/** What is destroyed after the records that it is about. */
interface Swept extends Pick<Schedule, 'name' | 'cron'> {
  /** Those that follow an id, deleted or not, in the order of their ids. */
  some(writes: Writes, after: bigint, count: number): Promise<readonly AboutRecord[]>;
  forget(writes: Writes, ids: readonly bigint[]): Promise<void>;
}

/** Destroys what is about records that were destroyed. Nobody could read it since. */
export function orphanSweep(store: RecordStore, { name, cron, ...swept }: Swept): Schedule {
  return {
    name,
    cron,
    async run(signal) {
      let after: bigint | undefined = 0n;
      while (after !== undefined) {
        after = await sweep(store, name, swept, after);
        await wait(PAUSE_MS, undefined, { signal });
      }
    },
  };
}

/** Looks at what follows an id. Returns the last of them if there may be more. */
function sweep(
  { write }: RecordStore,
  name: string,
  { some: find, forget }: Pick<Swept, 'some' | 'forget'>,
  after: bigint,
): Promise<bigint | undefined> {
  return write(systemContext(name), async (writes) => {
    const some = await find(writes, after, BATCH);
    await forget(writes, await orphansAmong(writes, some));
    return some.length === BATCH ? some.at(-1)?.id : undefined;
  });
}

async function orphansAmong(reads: Reads, all: readonly AboutRecord[]): Promise<bigint[]> {
  const orphans: bigint[] = [];
  for (const [collection, same] of Map.groupBy(all, (one) => one.collection)) {
    const { definition } = storedCollection(reads.catalogue, collection) ?? {};
    if (!definition) continue; // its definition may come back, and its table is still there
    const ids = [...new Set(same.map(({ record_id }) => record_id))];
    const records = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
    const there = new Set(records.map(({ id }) => id));
    orphans.push(...same.filter(({ record_id }) => !there.has(record_id)).map(({ id }) => id));
  }
  return orphans;
}
