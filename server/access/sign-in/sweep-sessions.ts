import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import { deletedRecords, eraseDeleted, revision, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { session } from './session.collection.ts';

const BATCH = 500;
const PAUSE_MS = 50;

/** Deletes expired sessions every hour, and ended ones that older versions kept. */
export function sessionSweep(store: RecordStore): Schedule {
  return {
    name: 'sweep ended sessions',
    cron: '30 * * * *',
    async run(signal) {
      while ((await sweep(store)) >= BATCH) await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

/** Deletes one batch. Returns the largest number of records among its kinds. */
async function sweep({ ownReads, database, write }: RecordStore): Promise<number> {
  const expired = await ownReads.where(session, (select) =>
    select.where('expire_time', '<=', Date.now()).limit(BATCH),
  );
  const deleted = await deletedRecords(ownReads, session, (select) => select.limit(BATCH));
  const past = await ownReads.where(revision, (select) =>
    select.where('collection', '=', session.name).limit(BATCH),
  );
  const most = Math.max(expired.length, deleted.length, past.length);
  if (most === 0) return 0;
  await write(systemContext('sweep ended sessions'), async (writes, connection) => {
    await writes.erase(session, idsOf(expired));
    await writes.erase(revision, idsOf(past));
    for (const { id } of deleted) await connection.run(eraseDeleted(database, session, id));
  });
  return most;
}

const idsOf = (records: readonly { readonly id: bigint }[]) => records.map(({ id }) => id);
