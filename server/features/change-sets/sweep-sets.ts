import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { changeSet } from './change-set.collection.ts';
import { eraseSets, overBefore, type SetLifetime } from './sets.ts';

const BATCH = 20;
const PAUSE_MS = 50;

/** Every hour, erases sets that nobody has changed for long, applied or not. */
export function changeSetSweep(store: RecordStore, lifetime: SetLifetime): Schedule {
  return {
    name: `keep change sets ${lifetime.changeSetDays} days`, // another setting is another schedule, which is due at the start
    cron: '15 * * * *',
    async run(signal) {
      while ((await sweep(store, overBefore(lifetime))) === BATCH)
        await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

function sweep({ write }: RecordStore, before: number): Promise<number> {
  return write(systemContext('sweep change sets'), async (writes) => {
    const over = await writes.where(changeSet, (select) =>
      select.where('change_time', '<=', before).orderBy('change_time').limit(BATCH),
    );
    const ids = over.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await eraseSets(writes, ids);
    return ids.length;
  });
}
