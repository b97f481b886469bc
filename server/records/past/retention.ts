import type { Shape } from '../../../contract/column.ts';
import type { Schedule } from '../../background/schedule.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { inSteps } from '../../shared/in-steps.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';

/** Records of a transaction: where it runs on the event loop, requests wait for its end. */
const BATCH = 100;

interface Taken {
  readonly id: bigint;
  readonly age: number;
}

const TAKEN: Shape = { id: { type: 'bigint' }, age: { type: 'time' } };

interface Span {
  readonly before: number;
  /** The age of the last record that is gone: as long as others may see them, an index keeps all before it. */
  readonly from: number | undefined;
}

/** How long the records of a collection are kept. */
export interface Retention {
  readonly definition: Definition;
  /** The column that holds a record's age. */
  readonly age: 'create_time' | 'time' | 'end_time' | 'expire_time';
  readonly days: number;
  /** Limits it to records with this value in a column. */
  readonly only?: readonly [column: string, value: string];
  /** Called before any record is erased, with the time before which nothing will remain. */
  readonly announce?: (before: number, signal: AbortSignal) => Promise<void>;
}

/** Erases, every hour, the records of a collection that are too old. This is not logged. */
export function retentionSchedule(store: RecordStore, retention: Retention): Schedule {
  const { definition, days } = retention;
  return {
    name: `keep ${definition.name} ${days} days`, // a changed setting makes a new schedule, which is due at the start
    cron: '0 * * * *',
    async run(signal) {
      const before = Date.now() - days * DAY_MS;
      await retention.announce?.(before, signal);
      let from: number | undefined;
      await inSteps(async () => {
        const taken = await takeAway(store, retention, { before, from });
        from = taken.at(-1)?.age;
        return taken.length === BATCH;
      }, signal);
    },
  };
}

/** One batch, the oldest first; returns which records that were. */
async function takeAway(
  { reads, write }: RecordStore,
  { definition, age, only }: Retention,
  { before, from }: Span,
): Promise<readonly Taken[]> {
  const old = reads.query
    .selectFrom(definition.name)
    .select(['id', `${age} as age`])
    .where(age, '<', before);
  const left = from === undefined ? old : old.where(age, '>=', from);
  const records = await reads.records<Taken>(
    (only ? left.where(only[0], '=', only[1]) : left).orderBy(age).limit(BATCH),
    TAKEN,
  );
  const ids = records.map(({ id }) => id);
  if (ids.length > 0) await write(systemContext('retention'), (writes) => writes.erase(definition, ids));
  return records;
}
