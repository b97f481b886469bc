import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { whereEvenDeleted } from '../../records/write/removal/deleted.ts';
import { eraseWhere } from '../../records/write/remove-where.ts';
import { type Comment, comment, mention } from './comment.collection.ts';
import { formerNames } from './place.ts';

const BATCH = 200;
const PAUSE_MS = 20;

/** Every day, destroys comments on records that were destroyed. Nobody could read them since. */
export function commentSweep(store: RecordStore): Schedule {
  return {
    name: 'destroy comments on destroyed records',
    cron: '45 3 * * *',
    async run(signal) {
      let after: bigint | undefined = 0n;
      while (after !== undefined) {
        after = await sweep(store, after);
        await wait(PAUSE_MS, undefined, { signal });
      }
    },
  };
}

/** Looks at the comments that follow an id. Returns the last of them if there may be more. */
function sweep({ write }: RecordStore, after: bigint): Promise<bigint | undefined> {
  return write(systemContext('sweep comments'), async (writes) => {
    const some = await whereEvenDeleted(writes, comment, (select) =>
      select.where('id', '>', after).orderBy('id').limit(BATCH),
    );
    const gone = await orphansAmong(writes, some);
    const ids = gone.map(({ id }) => id);
    if (ids.length > 0) await eraseWhere(writes, mention, (select) => select.where('comment_id', 'in', ids));
    await writes.forget(comment, ids);
    return some.length === BATCH ? some.at(-1)?.id : undefined;
  });
}

async function orphansAmong(reads: Reads, comments: readonly Comment[]): Promise<Comment[]> {
  const orphans: Comment[] = [];
  for (const [collection, same] of Map.groupBy(comments, (one) => one.collection)) {
    const definition = targetOf(reads.catalogue, collection);
    if (!definition) continue; // its definition may come back, and its table is still there
    const ids = [...new Set(same.map(({ record_id }) => record_id))];
    const records = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
    const there = new Set(records.map(({ id }) => id));
    orphans.push(...same.filter(({ record_id }) => !there.has(record_id)));
  }
  return orphans;
}

function targetOf(catalogue: Catalogue, collection: string) {
  const served = catalogue.served.find((one) => formerNames(one).includes(collection));
  return served && catalogue.writable(served);
}
