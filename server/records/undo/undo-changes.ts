import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { addressOf } from '../past/deletion-set.ts';
import { restoreSets } from '../past/trash.ts';
import { type AnyRecord, isSame } from '../record.ts';
import { errorOf, type Plan, type Preconditions, type Writes } from '../write/index.ts';
import type { Cascade } from '../write/removal/cascade.ts';
import { exchangeable } from './exchangeable.ts';
import { planUndo, type UndoTask } from './plan-undo.ts';
import type { UndoLine } from './report.ts';
import type { UndoScope } from './scope.ts';
import { timelinesOf } from './timelines.ts';
import { unauditedChanges } from './unaudited-changes.ts';

/** A task that depends on another is tried again in the next round; longer chains than this are left alone. */
const MOST_ROUNDS = 50;

/** The most records that come back as one: their values are held at once. */
const MOST_TOGETHER = 100;

/** A task that could not be done, and why. */
interface Failed {
  readonly task: UndoTask;
  readonly error: AppError;
}

interface Undoing {
  readonly writes: Writes;
  /** The keys of the records to remove: only these may be removed by a cascade. */
  readonly removed: ReadonlySet<string>;
  readonly done: UndoLine[];
}

/**
 * Undoes the changes of a scope, latest first, as far as nobody else has changed the records since and the actor may. Returns the
 * outcome for each record. `isOwn`: all changes are the actor's own.
 */
export async function undoChanges(writes: Writes, scope: UndoScope, isOwn: boolean): Promise<UndoLine[]> {
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

/** Tries all tasks; a failed one leaves nothing behind. */
async function tryAll(undoing: Undoing, tasks: readonly UndoTask[]): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const some of runsOf(tasks)) failed.push(...(await tryTogether(undoing, some)));
  return failed;
}

/** Tasks that follow each other and can be done as one: records of one collection come back by a few statements. */
function runsOf(tasks: readonly UndoTask[]): UndoTask[][] {
  const runs: UndoTask[][] = [];
  for (const task of tasks) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const goesOn =
      task.kind === 'restore' && first?.kind === 'restore' && first.definition === task.definition;
    if (run && goesOn && run.length < MOST_TOGETHER) run.push(task);
    else runs.push([task]);
  }
  return runs;
}

/** Tries tasks as one. If one of them fails, both halves are tried, until those that fail stand alone. */
async function tryTogether(undoing: Undoing, tasks: readonly UndoTask[]): Promise<Failed[]> {
  const [task, ...others] = tasks;
  if (!task) return [];
  if (isTurnOver()) await freeTurn();
  const error = await errorOf(() =>
    undoing.writes.atomically(() =>
      others.length > 0 ? restoreAll(undoing, task.definition, tasks) : doTask(undoing, task),
    ),
  );
  if (!error) {
    undoing.done.push(...tasks.map(({ line }) => line));
    return [];
  }
  if (others.length === 0) return [{ task, error }];
  const half = tasks.length >> 1;
  const failed = await tryTogether(undoing, tasks.slice(0, half));
  return [...failed, ...(await tryTogether(undoing, tasks.slice(half)))];
}

async function restoreAll(
  { writes }: Undoing,
  definition: Definition,
  tasks: readonly UndoTask[],
): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  const there = await writes.idsAmong(definition, ids);
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await restoreSets(writes, definition, gone);
}

/** Records of one collection that hold each other's unique values are set back as one. */
async function exchangeAmong({ writes, done }: Undoing, failed: readonly Failed[]): Promise<Failed[]> {
  const tasks = failed.filter(isForTakenValues).map(({ task }) => task);
  const exchanged = new Set<UndoTask>();
  for (const [definition, some] of Map.groupBy(tasks, (one) => one.definition)) {
    const together = await exchangeable(writes, definition, some);
    const changes = new Map(together.map(({ id, values }) => [id, values]));
    const error = await errorOf(() => writes.updateTogether(definition, changes, REVERTING));
    for (const one of error ? [] : together) {
      exchanged.add(one);
      done.push(one.line);
    }
  }
  return failed.filter(({ task }) => !exchanged.has(task));
}

function isForTakenValues({ task: { kind, definition }, error }: Failed): boolean {
  const isTaken =
    error.key === 'duplicate' || Object.values<string>(definition.conflicts).includes(error.key);
  return kind === 'revert' && isTaken && !definition.writes; // another program's rows cannot be set aside
}

/** What is set back includes the place in an order by hand. */
const REVERTING = { uses: ['read', 'update'], isPlaced: true } as const satisfies Preconditions;

async function doTask(undoing: Undoing, task: UndoTask): Promise<void> {
  const { kind, definition, id, values } = task;
  const { writes } = undoing;
  if (kind === 'restore') return restoreAll(undoing, definition, [task]);
  if (kind === 'revert') return writes.update(definition, id, values, REVERTING);
  if (kind === 'plan') return planAgain(writes, definition, id, values);
  const record: AnyRecord | undefined = await writes.find(definition, id);
  switch (kind) {
    case 'remove':
      if (record)
        requireOwnCascade(
          undoing,
          await writes.removeWithCascade(definition, id, { uses: ['read', 'delete'] }),
        );
      return;
    case 'unpublish':
      if (record) await writes.unpublish(draftsOf(writes, definition), id);
      return;
    case 'publish':
      if (!isAsWanted(definition, record, values)) await publishAgain(writes, definition, id, values);
  }
}

/** The job of a plan stays until its time, so the time alone brings it back. Throws if the time has passed. */
async function planAgain(writes: Writes, drafts: Definition, id: bigint, times: Plan): Promise<void> {
  if (Object.values(times).some((time) => time !== null && time <= writes.context.now))
    throw new AppError('notRestorable', { detail: message('notInTheFuture') });
  await writes.plan(drafts, id, times, { uses: ['read', 'publish'] });
}

/** A removal must not cascade to records outside the undo: somebody else made them or uses them. */
function requireOwnCascade({ writes, removed }: Undoing, { deleted, changed }: Cascade): void {
  const isOwn = (definition: Definition, id: bigint) => {
    const drafts = writes.catalogue.draftsOf(definition) ?? definition;
    return removed.has(addressOf(drafts.name, id));
  };
  for (const records of [deleted, changed])
    for (const [definition, some] of records)
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
  const draft: AnyRecord | undefined = await writes.find(drafts, id);
  if (!isAsWanted(definition, draft, values))
    throw new AppError('notRestorable', { detail: message('undoDraftDiffers') });
  await writes.publish(drafts, id);
}

function isAsWanted(
  { fields }: Definition,
  record: AnyRecord | undefined,
  values: UndoTask['values'],
): boolean {
  return (
    record !== undefined &&
    Object.keys(fields).every((name) => isSame(record[name] ?? null, values[name] ?? null))
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

/** "Not found" means here that the actor may not, or may no longer, change the record. */
function reasonOf(error: AppError): Text {
  return error.key === 'recordNotFound' ? message('undoNotAllowed') : error.text;
}
