import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';

/** Records per transaction. A pause follows each, so that no request waits for long. */
const BATCH = 500;
const PAUSE_MS = 50;

/** How long the records of a collection are kept. */
export interface Retention {
  readonly definition: Definition;
  /** The column that holds a record's age. */
  readonly age: 'create_time' | 'time' | 'end_time' | 'expire_time';
  readonly days: number;
  /** Limits it to records with this value in a column. */
  readonly only?: readonly [column: string, value: string];
  /** Called before any record is erased, with the time before which nothing will remain. */
  readonly announce?: (before: number) => Promise<void>;
}

/** Erases, every hour, the records of a collection that are too old. This is not logged. */
export function retentionSchedule(store: RecordStore, retention: Retention): Schedule {
  const { definition, days } = retention;
  return {
    name: `keep ${definition.name} ${days} days`, // a changed setting makes a new schedule, which is due at the start
    cron: '0 * * * *',
    async run(signal) {
      const before = Date.now() - days * DAY_MS;
      await retention.announce?.(before);
      while ((await takeAway(store, retention, before)) === BATCH)
        await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

/** One batch; returns how many records that were. */
async function takeAway(
  { reads, write }: RecordStore,
  { definition, age, only }: Retention,
  before: number,
): Promise<number> {
  const old = reads.query.selectFrom(definition.name).select('id').where(age, '<', before);
  const records = await reads.records<{ id: bigint }>(
    (only ? old.where(only[0], '=', only[1]) : old).orderBy(age).limit(BATCH),
    { id: { type: 'bigint' } },
  );
  if (records.length === 0) return 0;
  const context = systemContext('retention');
  const ids = records.map(({ id }) => id);
  await write(context, (writes) => writes.erase(definition, ids));
  return records.length;
}
