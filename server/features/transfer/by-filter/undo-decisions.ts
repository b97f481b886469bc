import { keptValues, undo } from '../../../records/past/undo.ts';
import { undoChanges } from '../../../records/undo/undo-changes.ts';
import type { Plan } from '../../../records/write/publishing.ts';
import type { ImportRun } from '../held-import.ts';
import { message } from '../messages/message.ts';
import { type Undoing, undoRecords, whyNot } from '../undo-records.ts';
import { readChange } from './change-batch.ts';

/** Undoes what a change by filter published, unpublished or planned, except where something else changed a record since. */
export function undoDecisions(run: ImportRun, undoing: Undoing, ids: readonly bigint[]): Promise<void> {
  const { at } = readChange(run.definition, run.begun) ?? {};
  return at === undefined ? undoPublishing(run, undoing, ids) : undoPlans(undoing, ids);
}

/** Readers see what they saw before, as far as the drafts still hold it. */
async function undoPublishing(
  { begun, door }: ImportRun,
  { writes, definition, undone }: Undoing,
  ids: readonly bigint[],
): Promise<void> {
  const { name, draftOf = name } = definition;
  const { requestId } = writes.context;
  const records = new Map([
    [name, ids],
    [draftOf, ids],
  ]);
  const lines = await undoChanges(writes, { requestId, records }, begun.create_user_id === door.actor.id);
  const byId = Map.groupBy(lines, ({ id }) => id);
  for (const id of ids) {
    const outcomes = byId.get(id) ?? [];
    const left = outcomes.find(({ outcome }) => outcome === 'left');
    if (outcomes.length > 0 && !left) undone.restored += 1;
    else undone.kept.push([id, left?.reason ?? message('changedSinceImport')]);
  }
}

/** The records have their former plans again, unless the time of one has passed: its job has found another, and does nothing. */
async function undoPlans(undoing: Undoing, ids: readonly bigint[]): Promise<void> {
  const { writes, definition } = undoing;
  const { requestId } = writes.context;
  const before = await undo(writes, definition, (select) =>
    select.where('record_id', 'in', ids).where('request_id', '=', requestId),
  );
  await undoRecords(undoing, ids, 'restored', async (id) => {
    const state = before.get(id);
    if (!state) return message('noPastToRestore');
    const { publish_time, unpublish_time } = keptValues(state) as Plan;
    const times = {
      ...(publish_time !== undefined && { publish_time }),
      ...(unpublish_time !== undefined && { unpublish_time }),
    };
    if (Object.values(times).some((time) => time !== null && time <= writes.context.now))
      return message('formerTimePassed');
    return whyNot(() => writes.plan(definition, id, times, { uses: ['publish'] }));
  });
}
