import type { Schedule } from '../../background/schedule.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { whereEvenDeleted } from '../../records/write/removal/deleted.ts';
import { orphanSweep } from '../comments/exports.ts';
import { assignment } from './assignment.collection.ts';

/** Every day, destroys assignments of records that were destroyed. */
export function assignmentSweep(store: RecordStore): Schedule {
  return orphanSweep(store, {
    name: 'destroy assignments of destroyed records',
    cron: '50 3 * * *',
    some: (writes, after, count) =>
      whereEvenDeleted(writes, assignment, (select) =>
        select.where('id', '>', after).orderBy('id').limit(count),
      ),
    forget: (writes, ids) => writes.forget(assignment, ids),
  });
}
