import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';

/** Rows per transaction. A pause follows each, so that no request waits for long. */
const BATCH = 500;
const PAUSE_MS = 50;

/** How long the rows of a record are kept. */
export interface Retention {
  readonly definition: Definition;
  /** The column that tells a row's age. */
  readonly age: 'create_time' | 'time' | 'end_time' | 'expire_time';
  readonly days: number;
  /** Where only some rows go: those with this value in a column. */
  readonly only?: readonly [column: string, value: string];
  /** Called before any row goes, with the time that all remaining rows are younger than. */
  readonly announce?: (before: number) => Promise<void>;
}

/** Every hour, erases the rows of a record that are too old. Nothing is logged of it: the setting says it. */
export function retentionSchedule(records: Records, retention: Retention): Schedule {
  const { definition, days } = retention;
  return {
    name: `keep ${definition.name} ${days} days`, // another setting is another schedule, which is due at the start
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
