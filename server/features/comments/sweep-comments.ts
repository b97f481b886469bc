import type { Schedule } from '../../background/schedule.ts';
import { eraseWhere, whereEvenDeleted } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { comment, mention } from './comment.collection.ts';
import { orphanSweep } from './orphan-sweep.ts';

/** Every day, destroys comments on records that were destroyed. */
export function commentSweep(store: RecordStore): Schedule {
  return orphanSweep(store, {
    name: 'destroy comments on destroyed records',
    cron: '45 3 * * *',
    some: (writes, after, count) =>
      whereEvenDeleted(writes, comment, (select) =>
        select.where('id', '>', after).orderBy('id').limit(count),
      ),
    async forget(writes, ids) {
      if (ids.length > 0)
        await eraseWhere(writes, mention, (select) => select.where('comment_id', 'in', ids));
      await writes.forget(comment, ids);
    },
  });
}
