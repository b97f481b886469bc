import { job, PLAN_JOB } from '../../background/job.collection.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { fromJson } from '../../shared/json.ts';
import type { AnyRecord } from '../record.ts';
import type { Writes } from './writes.ts';

/** The subject of the jobs for a draft's plans. */
export function planSubject({ name, draftOf = name }: Definition, id: bigint): string {
  return `${draftOf} ${id}`;
}

/**
 * Repeats the jobs of a restored draft's plans that fell due while it was in the trash. Those that wait for the record look for it
 * only now and then; the repeated ones start with the commit of the restore.
 */
export async function repeatOverdue(writes: Writes, drafts: Definition, { id }: AnyRecord): Promise<void> {
  if (drafts.draftOf === undefined) return;
  const { caused, now } = writes.context;
  const waiting = await writes.where(job, (select) =>
    select
      .where('kind', '=', PLAN_JOB)
      .where('subject', '=', planSubject(drafts, id))
      .where('due_time', 'is not', null),
  );
  for (const { data, create_user_id: userId } of waiting)
    if (data !== null && fromJson<{ readonly at: number }>(data).at <= now)
      caused?.later.push({ kind: PLAN_JOB, data, userId });
}
