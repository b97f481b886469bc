import { job, PLAN_JOB } from '../../background/job.collection.ts';
import { message } from '../../messages/message.ts';
import { inPresentWords, matchingRecords } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { fromJson } from '../../shared/json.ts';
import type { Door } from '../door.ts';

/** A decision that somebody had planned, and that could not be carried out. */
export interface FailedPlan {
  readonly jobId: bigint;
  readonly time: number;
  /** The collection as clients know it, and the record. */
  readonly collection: string;
  readonly record: bigint;
  readonly text: ReturnType<typeof message>;
}

interface Asked {
  readonly since: number;
  readonly most: number;
}

/** The failed plans of the caller, about drafts that they may read now. */
export async function findFailedPlans(
  { reads, catalogue }: RecordStore,
  door: Door,
  { since, most }: Asked,
): Promise<FailedPlan[]> {
  const rights = door.admission.rightsOf(door.actor);
  const failed = await door.reads.where(job, (select) =>
    select
      .where('state', '=', 'failed')
      .where('kind', '=', PLAN_JOB)
      .where('create_user_id', '=', door.actor.id)
      .where('end_time', '>', since)
      .orderBy('id', 'desc')
      .limit(most),
  );
  const found: FailedPlan[] = [];
  for (const { id, data, end_time } of failed) {
    const { collection, record } = inPresentWords(
      fromJson<{ collection: string; record: string }>(data ?? '{}'),
    );
    const drafts = catalogue.drafts.find(({ draftOf }) => draftOf === collection);
    const draft = drafts && (await reads.find(drafts, BigInt(record)));
    if (!drafts || !draft) continue;
    const [readable] = await matchingRecords(reads, drafts, rights.records(drafts, 'read'), [draft]);
    const text = message('planFailed', { label: drafts.label, id: record });
    if (readable) found.push({ jobId: id, time: end_time ?? 0, collection, record: BigInt(record), text });
  }
  return found;
}
