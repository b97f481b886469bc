import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { addressOf } from '../past/deletion-set.ts';
import { restoreSet } from '../past/trash.ts';
import { isSame, type Row } from '../row.ts';
import type { Cascade } from '../write/cascade.ts';
import type { Writes } from '../write/writes.ts';
import { errorOf } from './error-of.ts';
import { exchangeable } from './exchangeable.ts';
import { planUndo, type UndoTask } from './plan-undo.ts';
import type { UndoLine } from './report.ts';
import type { UndoScope } from './scope.ts';
import { timelinesOf } from './timelines.ts';
import { unauditedChanges } from './unaudited-changes.ts';

/** What waits for something else is tried again after it; a chain longer than this is left alone. */
const MOST_ROUNDS = 50;

/** A task that could not be done, and why. */
interface Failed {
  readonly task: UndoTask;
  readonly error: AppError;
}

interface Undoing {
  readonly writes: Writes;
  /** The rows that are to be removed, by their addresses: these alone may go with others. */
  readonly removed: ReadonlySet<string>;
  readonly done: UndoLine[];
}

/**
 * Takes back what a scope did, the last change first, as far as nobody else has changed it since and the actor may. Returns
 * what became of each row. `isOwn`: the changes are all the actor's.
 */
export async function takeBack(writes: Writes, scope: UndoScope, isOwn: boolean): Promise<UndoLine[]> {
  const { tasks, left } = await planUndo(writes, await timelinesOf(writes, scope), isOwn);
  const removed = tasks.flatMap(({ kind, definition, id }) =>
    kind === 'remove' ? addressOf(definition.name, id) : [],
  );
  const undoing: Undoing = { writes, removed: new Set(removed), done: [] };
  let failed = await tryAll(undoing, tasks);
  for (let round = 1; failed.length > 0 && round < MOST_ROUNDS; round += 1) {
    const before = undoing.done.length;
    failed = await tryAll(
      undoing,
      failed.map(({ task }) => task),
    );
    if (undoing.done.length === before) failed = await exchangeAmong(undoing, failed);
    if (undoing.done.length === before) break;
  }
  const unaudited = await unauditedChanges(writes, scope);
  return [...undoing.done, ...left, ...failed.map(asLeft), ...unaudited];
}

/** Tries each task alone; a failed one leaves nothing behind. */
async function tryAll(undoing: Undoing, tasks: readonly UndoTask[]): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const task of tasks) {
    if (isTurnOver()) await freeTurn();
    const error = await errorOf(() => undoing.writes.atomically(() => doTask(undoing, task)));
    if (error) failed.push({ task, error });
    else undoing.done.push(task.line);
  }
  return failed;
}

/** Values that rows of one record hold of each other are set back together. */
async function exchangeAmong({ writes, done }: Undoing, failed: readonly Failed[]): Promise<Failed[]> {
  const tasks = failed.filter(isForTakenValues).map(({ task }) => task);
  const exchanged = new Set<UndoTask>();
  for (const [definition, some] of Map.groupBy(tasks, (one) => one.definition)) {
    const together = await exchangeable(writes, definition, some);
    const changes = new Map(together.map(({ id, values }) => [id, values]));
    const uses = ['read', 'update'] as const;
    const error = await errorOf(() => writes.updateTogether(definition, changes, { uses }));
    for (const one of error ? [] : together) {
      exchanged.add(one);
      done.push(one.line);
    }
  }
  return failed.filter(({ task }) => !exchanged.has(task));
}

function isForTakenValues({ task: { kind, definition }, error }: Failed): boolean {
  const isTaken = error.key === 'duplicate' || Object.values(definition.conflicts).includes(error.key);
  return kind === 'revert' && isTaken;
}

async function doTask(undoing: Undoing, { kind, definition, id, values }: UndoTask): Promise<void> {
  const { writes } = undoing;
  const row: Row | undefined = await writes.find(definition, id);
  switch (kind) {
    case 'restore':
      if (!row) await restoreSet(writes, definition, id);
      return;
    case 'revert':
      return writes.update(definition, id, values, { uses: ['read', 'update'] });
    case 'remove':
      if (row)
        requireOwnCascade(
          undoing,
          await writes.removeWithCascade(definition, id, { uses: ['read', 'delete'] }),
        );
      return;
    case 'unpublish':
      if (row) await writes.unpublish(draftsOf(writes, definition), id);
      return;
    case 'publish':
      if (!isAsWanted(definition, row, values)) await publishAgain(writes, definition, id, values);
  }
}

/** A removal must not reach rows that the undoing does not remove itself: others made them, or refer by them. */
function requireOwnCascade({ writes, removed }: Undoing, { deleted, changed }: Cascade): void {
  const isOwn = (definition: Definition, id: bigint) => {
    const drafts = writes.catalogue.draftsOf(definition) ?? definition;
    return removed.has(addressOf(drafts.name, id));
  };
  for (const rows of [deleted, changed])
    for (const [definition, some] of rows)
      for (const id of some.keys())
        if (!isOwn(definition, id))
          throw new AppError('stillReferenced', { detail: message('undoInTheWay') });
}

async function publishAgain(
  writes: Writes,
  definition: Definition,
  id: bigint,
  values: UndoTask['values'],
): Promise<void> {
  const drafts = draftsOf(writes, definition);
  const draft: Row | undefined = await writes.find(drafts, id);
  if (!isAsWanted(definition, draft, values))
    throw new AppError('notRestorable', { detail: message('undoDraftDiffers') });
  await writes.publish(drafts, id);
}

function isAsWanted({ fields }: Definition, row: Row | undefined, values: UndoTask['values']): boolean {
  return (
    row !== undefined && Object.keys(fields).every((name) => isSame(row[name] ?? null, values[name] ?? null))
  );
}

function draftsOf({ catalogue }: Writes, definition: Definition): Definition {
  const drafts = catalogue.draftsOf(definition);
  if (!drafts) throw new Error(`'${definition.name}' has no drafts`);
  return drafts;
}

function asLeft({ task: { line }, error }: Failed): UndoLine {
  const { fields, left = [], ...rest } = line;
  const all = [...(fields ?? []), ...left];
  return { ...rest, outcome: 'left', ...(all.length > 0 && { left: all }), reason: reasonOf(error) };
}

/** A row that is not there for the actor is one that they may not change, or no longer. */
function reasonOf(error: AppError): Text {
  return error.key === 'recordNotFound' ? message('undoNotAllowed') : error.text;
}
