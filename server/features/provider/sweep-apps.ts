import { setTimeout as wait } from 'node:timers/promises';
import { apiKey, app, appToken, revokeWhere } from '../../access/index.ts';
import type { Schedule } from '../../background/schedule.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { DAY_MS } from '../../shared/durations.ts';

const BATCH = 200;
const PAUSE_MS = 50;

/** Every hour, erases codes and tokens that have expired, grants that are over, and apps that registered themselves for nothing. */
export function appSweep(store: RecordStore): Schedule {
  return {
    name: 'sweep apps',
    cron: '45 * * * *',
    async run(signal) {
      while ((await sweep(store)) >= BATCH) await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

function sweep({ write }: RecordStore): Promise<number> {
  return write(systemContext('sweep apps'), async (writes) => {
    const { now } = writes.context;
    const tokens = await writes.where(appToken, (select) =>
      select.where('expire_time', '<=', now).limit(BATCH),
    );
    await writes.erase(
      appToken,
      tokens.map(({ id }) => id),
    );
    const grants = await revokeWhere(writes, (select) =>
      select.where('app_id', 'is not', null).where('expire_time', '<=', now).limit(BATCH),
    );
    const used = writes.query.selectFrom(apiKey.name).select('app_id').where('app_id', 'is not', null);
    const unused = await writes.where(app, (select) =>
      select
        .where('is_dynamic', '=', true)
        .where('create_time', '<=', now - DAY_MS)
        .where('id', 'not in', used)
        .limit(BATCH),
    );
    for (const { id } of unused) await writes.remove(app, id);
    return Math.max(tokens.length, grants, unused.length);
  });
}
