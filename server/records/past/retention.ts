import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';

/** Rows per transaction. A pause follows each, so that no request waits for long. */
const BATCH = 500;
const PAUSE_MS = 50;

/** How long the rows of a collection are kept. */
export interface Retention {
  readonly definition: Definition;
  /** The column that holds a row's age. */
  readonly age: 'create_time' | 'time' | 'end_time' | 'expire_time';
  readonly days: number;
  /** Limits it to rows with this value in a column. */
  readonly only?: readonly [column: string, value: string];
  /** Called before any row is erased, with the time before which nothing will remain. */
  readonly announce?: (before: number) => Promise<void>;
}

/** Erases, every hour, the rows of a collection that are too old. This is not logged. */
export function retentionSchedule(records: Records, retention: Retention): Schedule {
  const { definition, days } = retention;
  return {
    name: `keep ${definition.name} ${days} days`, // a changed setting makes a new schedule, which is due at the start
    cron: '0 * * * *',
    async run(signal) {
      const before = Date.now() - days * DAY_MS;
      await retention.announce?.(before);
      while ((await takeAway(records, retention, before)) === BATCH)
        await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

/** One batch; returns how many rows that were. */
async function takeAway(
  { reads, write }: Records,
  { definition, age, only }: Retention,
  before: number,
): Promise<number> {
  const old = reads.query.selectFrom(definition.name).select('id').where(age, '<', before);
  const rows = await reads.rows<{ id: bigint }>(
    (only ? old.where(only[0], '=', only[1]) : old).orderBy(age).limit(BATCH),
    { id: { type: 'bigint' } },
  );
  if (rows.length === 0) return 0;
  const context = systemContext('retention');
  const ids = rows.map(({ id }) => id);
  await write(context, (writes) => writes.erase(definition, ids));
  return rows.length;
}
