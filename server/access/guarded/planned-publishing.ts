import { type JobKind, type NewJob, PermanentFailure, PLAN_JOB, Postponed } from '../../background/index.ts';
import type { Definition, ServedDefinition } from '../../definitions/define-collection.ts';
import { badParameters, isRefusal } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  type AnyRecord,
  deletedRecords,
  inPresentWords,
  type Preconditions,
  planSubject,
  type RecordStore,
  type Writes,
} from '../../records/index.ts';
import { fromJson, toJson } from '../../shared/index.ts';
import type { AdmitTask, Task } from '../admission/admit-task.ts';
import { Door } from '../door.ts';
import { fromKeptTask, type KeptTask, toKeptTask } from '../task-of.ts';
import { done } from '../write-result.ts';

/** The decisions that can be planned: the field with the time, and the log's text. */
const PLANNED = {
  publish: { field: 'publish_time', confirmation: 'recordPublished' },
  unpublish: { field: 'unpublish_time', confirmation: 'recordUnpublished' },
} as const;
type Decision = keyof typeof PLANNED;

/** How often to look for a record that is in the trash when its plan falls due. Its restore does not wait for that. */
const TRASH_PAUSE_MS = 30_000;

interface PlannedTask extends KeptTask {
  readonly collection: string;
  readonly record: string;
  readonly does: Decision;
  readonly at: number;
}

/** A record, a planned decision, and its time; null for never. */
export interface Planned {
  readonly id: bigint;
  readonly does: Decision;
  readonly at: number | null;
}

/** Stores the time in the draft and adds a job for it. The job of a replaced plan finds another time and does nothing. */
export async function planDecision(
  writes: Writes,
  drafts: Definition,
  { id, does, at }: Planned,
  { task, preconditions }: { readonly task: Task; readonly preconditions: Preconditions },
): Promise<void> {
  if (at !== null && at <= writes.context.now) throw badParameters({ at: message('notInTheFuture') });
  await writes.plan(drafts, id, { [PLANNED[does].field]: at }, preconditions);
  if (at !== null) await writes.addJob(jobOf(drafts, { id, does, at }, task));
}

function jobOf(drafts: Definition, { id, does, at }: Planned & { readonly at: number }, task: Task): NewJob {
  const { name, draftOf: collection = name } = drafts;
  const kept: PlannedTask = { ...toKeptTask(task), collection, record: String(id), does, at };
  const subject = planSubject(drafts, id);
  return { kind: PLAN_JOB, subject, data: toJson(kept), due: at, userId: task.userId };
}

/**
 * The kind of job that publishes and unpublishes at a planned time, with the rights that the planner has then. It records
 * success in the same transaction, so it happens once. A decision that fails stays planned, visible by its overdue time. One
 * whose record is in the trash waits for it.
 */
export function publishingKind(store: RecordStore, admitTask: AdmitTask): JobKind {
  return {
    name: PLAN_JOB,
    atOnce: 4,
    mostTries: 20,
    async run({ data }) {
      const kept = inPresentWords(fromJson<PlannedTask>(data));
      const drafts = store.catalogue.drafts.find(({ draftOf }) => draftOf === kept.collection);
      if (!drafts) throw new PermanentFailure(`collection '${kept.collection}' has no drafts here`);
      if (!(await isDue(store, drafts, kept))) return;
      try {
        await decide(
          new Door(store, await admitTask(drafts.access.publish, kept.collection, fromKeptTask(kept))),
          drafts,
          kept,
        );
      } catch (cause) {
        const isRefused = isRefusal(cause);
        throw isRefused
          ? new PermanentFailure(`${kept.collection} ${kept.record} is overdue: ${cause.message}`, { cause })
          : cause;
      }
    },
  };
}

async function decide(door: Door, drafts: ServedDefinition, kept: PlannedTask): Promise<void> {
  const id = BigInt(kept.record);
  const { confirmation } = PLANNED[kept.does];
  await door.write(async (writes) => {
    const draft = await writes.find(drafts, id);
    if (draft === undefined) throw new Postponed(Date.now()); // deleted meanwhile
    if (isPlanned(kept, draft)) await writes[kept.does](drafts, id);
    return done(drafts.codes.updated, message(confirmation, { label: drafts.label, id: kept.record }));
  });
}

/** Whether the plan still stands. Postpones the job while the record is in the trash. */
async function isDue({ reads }: RecordStore, drafts: ServedDefinition, kept: PlannedTask): Promise<boolean> {
  const id = BigInt(kept.record);
  const draft = await reads.find(drafts, id);
  if (draft) return isPlanned(kept, draft);
  const [deleted] = await deletedRecords(reads, drafts, (select) => select.where('id', '=', id));
  if (isPlanned(kept, deleted)) throw new Postponed(Date.now() + TRASH_PAUSE_MS);
  return false;
}

function isPlanned({ does, at }: PlannedTask, draft: AnyRecord | undefined): boolean {
  return draft !== undefined && draft[PLANNED[does].field] === at;
}
