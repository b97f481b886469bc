import type { Catalogue } from '../../definitions/catalogue.ts';
import { CannotStart } from '../../errors.ts';
import type { Connection, Engine, Exclusive, Reader } from '../engine.ts';
import { recordWanted } from './at-start.ts';
import { boundNotices, refuseTooWideTables } from './bound-notices.ts';
import { findObstacles } from './checks.ts';
import { type DroppedColumn, dayOf, droppedColumns, lastDayOf } from './column-names.ts';
import { type Correction, indexesOf, type ReadCorrection, readCorrection } from './corrections.ts';
import { refuseForeignTables } from './foreign-tables.ts';
import { unpublishedDrafts } from './former-drafts.ts';
import { Journal } from './journal.ts';
import { isNotNull } from './operations.ts';
import {
  countPast,
  type FindPastMisfits,
  type PastCount,
  type PastField,
  type PastMisfit,
  pastOf,
} from './past-values.ts';
import { planSchema } from './plan.ts';
import { type RowInTheWay, rowsInTheWay } from './rows-in-the-way.ts';
import { type CleanPast, type Rename, runNonTransactional, runOperations } from './run-operations.ts';
import { createRecordedTable, readSchemaState, type SchemaState } from './schema-state.ts';
import {
  describeStep,
  type OnRows,
  outdatedKeys,
  prune,
  pruneSteps,
  type Rows,
  recover,
  type SchemaStep,
} from './steps/index.ts';
import { unservedNotices } from './unserved.ts';

/** The context of a migration. */
export interface MigrationContext {
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  /** The days for which dropped columns are kept. */
  readonly keepDays: number;
  readonly rename: Rename;
  readonly cleanPast: CleanPast;
  readonly findPastMisfits: FindPastMisfits;
  /** Called with what `cleanPast` has counted. */
  readonly onCleaned?: (count: PastCount) => void;
  /** Called with the number of rows that a long step has looked at. */
  readonly onRows?: OnRows;
  /** How many connections other processes had before this one opened the database. */
  readonly others?: number;
  /** Writes a corrected value, with its revision. */
  readonly correct: (connection: Connection, correction: ReadCorrection) => Promise<void>;
}

/** A step of the plan, the number of rows it affects, and why it cannot be applied. */
export interface StepPreview {
  readonly step: SchemaStep;
  readonly rows: number;
  readonly obstacles: readonly string[];
  /** What the step does to the history. */
  readonly past: PastCount;
}

/** A dropped column that can be recovered. */
export interface Recoverable {
  /** `article.body.dropped.20261121`. */
  readonly path: string;
  readonly rows: number;
  readonly until: string;
}

/** Called when a step begins. */
type OnStep = (step: SchemaStep) => void;

/** The plan, what can be recovered, and which tables have no definition. Changes nothing. */
export async function preview(context: MigrationContext): Promise<{
  steps: StepPreview[];
  /** What is in the way of a start beside the steps. */
  conflicts: string[];
  recoverable: Recoverable[];
  notices: string[];
}> {
  const { engine, catalogue, keepDays } = context;
  const state = await readSchemaState(engine, engine.longReads, catalogue.all);
  refuseForeignTables(catalogue, state);
  refuseTooWideTables(engine, catalogue, state);
  const steps: StepPreview[] = [];
  for (const step of planSteps(context, state))
    steps.push(await previewStep(context, engine.longReads, step));
  const notices = [...unservedNotices(catalogue, state), ...boundNotices(engine, catalogue)];
  const recoverable: Recoverable[] = [];
  for (const [table, columns] of state.tables) {
    for (const dropped of droppedColumns(columns))
      recoverable.push({
        path: `${table}.${dropped.name}`,
        rows: await countRows(engine.longReads, { table, where: isNotNull(dropped.name) }),
        until: lastDayOf(dropped, keepDays),
      });
  }
  const conflicts = await unpublishedDrafts(engine, engine.longReads, catalogue, state);
  return { steps, conflicts, recoverable, notices };
}

/** All rows that obstruct the plan. */
export async function* listRowsInTheWay(context: MigrationContext): AsyncGenerator<RowInTheWay> {
  const { engine, catalogue } = context;
  const state = await readSchemaState(engine, engine.longReads, catalogue.all);
  yield* rowsInTheWay(engine, engine.longReads, planSteps(context, state));
}

/** All values of the history that the plan cleans or that are shown as removed after it. */
export async function* listPastMisfits(context: MigrationContext): AsyncGenerator<PastField & PastMisfit> {
  const { engine, catalogue, findPastMisfits } = context;
  const state = await readSchemaState(engine, engine.longReads, catalogue.all);
  for (const past of planSteps(context, state).flatMap((step) => pastOf(step) ?? []))
    for await (const misfit of findPastMisfits(engine.longReads, past)) yield { ...past, ...misfit };
}

/** Gives rows that obstruct the plan other values, all of them or, if one does not fit either, none. Returns how many. */
export function correctRows(context: MigrationContext, given: readonly Correction[]): Promise<number> {
  const { engine, catalogue, correct } = context;
  return engine.alone((exclusive) =>
    exclusive.transaction(async (connection) => {
      const state = await readSchemaState(engine, connection, catalogue.all);
      const planned = { engine, definitions: catalogue.all, state, today: dayOf(Date.now()) };
      const read = given.map((one) => readCorrection(planned, one));
      for (const one of read) await correct(connection, one);
      for (const operation of indexesOf(planned, read))
        await runOperations({ engine, connection, rename: context.rename }, [operation]);
      return read.length;
    }),
  );
}

/**
 * Applies the plan. It plans again after each step, so a run continues where an earlier one ended. Throws CannotStart before
 * the first step if rows obstruct any step.
 */
export async function migrate(context: MigrationContext, onStep: OnStep): Promise<void> {
  const { engine, catalogue } = context;
  await engine.alone(async (exclusive) => {
    await exclusive.transaction(createRecordedTable);
    const { state: before, steps } = await plan(context, exclusive);
    refuseForeignTables(catalogue, before);
    refuseTooWideTables(engine, catalogue, before);
    await refuseObstacles(context, exclusive, before, steps);
    refuseOthers(context, steps);
    await applyAll(context, exclusive, onStep);
    const { state } = await plan(context, exclusive);
    await exclusive.transaction((connection) => recordWanted(connection, catalogue.all, state));
  });
}

/** Recovers a dropped column: `article.body`, or `article.body.dropped.20261121` where there are several. */
export function recoverColumn(context: MigrationContext, path: string, onStep: OnStep): Promise<void> {
  const { engine, catalogue } = context;
  return applyToDropped(context, path, onStep, ({ state, table, dropped }) => {
    const { field } = dropped;
    const definition = catalogue.all.find(({ name }) => name === table);
    if (!definition || !Object.hasOwn(definition.columns, field))
      throw new CannotStart(`${table}.${field} is in no definition: add the field again first`);
    if (state.tables.get(table)?.has(field))
      throw new CannotStart(
        `${table}.${field} already has new values: drop these first, by migrating without the field`,
      );
    const recovery = { engine, definitions: catalogue.all, state, today: dayOf(Date.now()) };
    return recover(recovery, definition, dropped);
  });
}

/** Deletes a dropped column before its time. */
export function pruneColumn(context: MigrationContext, path: string, onStep: OnStep): Promise<void> {
  return applyToDropped(context, path, onStep, ({ table, dropped }) => prune(table, dropped));
}

interface FoundColumn {
  readonly state: SchemaState;
  readonly table: string;
  readonly dropped: DroppedColumn;
}

async function applyToDropped(
  context: MigrationContext,
  path: string,
  onStep: OnStep,
  stepFor: (found: FoundColumn) => SchemaStep,
): Promise<void> {
  const { engine, catalogue } = context;
  await engine.alone(async (exclusive) => {
    const state = await exclusive.transaction((connection) =>
      readSchemaState(engine, connection, catalogue.all),
    );
    const [table = '', ...rest] = path.split('.');
    const column = rest.join('.');
    const dropped = droppedColumns(state.tables.get(table) ?? []).find(
      ({ name, field }) => name === column || field === column,
    );
    if (!dropped) throw new CannotStart(`${path} is no dropped column, or it was pruned`);
    await applyStep(context, exclusive, stepFor({ state, table, dropped }), onStep);
  });
}

/** Applies the first step of the plan until the plan is empty. */
async function applyAll(context: MigrationContext, exclusive: Exclusive, onStep: OnStep): Promise<void> {
  const applied = new Set<string>();
  for (;;) {
    const [step] = (await plan(context, exclusive)).steps;
    if (!step) return;
    const sentence = `${step.subject} ${step.summary}`;
    if (applied.has(sentence)) throw new Error(`a step was applied and is still in the plan: ${sentence}`);
    applied.add(sentence);
    await applyStep(context, exclusive, step, onStep);
  }
}

async function applyStep(
  context: MigrationContext,
  exclusive: Exclusive,
  step: SchemaStep,
  onStep: OnStep,
): Promise<void> {
  const { engine, rename, cleanPast, onCleaned, onRows } = context;
  const journal = new Journal(engine);
  await exclusive.transaction((connection) => journal.open(connection));
  onStep(step);
  try {
    if (step.isNonTransactional)
      return await runNonTransactional({ engine, exclusive, journal, cleanPast, onCleaned, onRows }, step);
    await exclusive.transaction((connection) => journal.note(connection, [step], 'begun'));
    await exclusive.transaction(async (connection) => {
      await runOperations({ engine, connection, rename }, step.operations);
      await journal.end(connection, 'done');
    });
  } catch (error) {
    await exclusive.transaction((connection) => journal.end(connection, 'failed'));
    if (engine.classifyError(error) !== 'duplicate') throw error;
    throw new CannotStart(`${step.subject} cannot be created: several records hold the same values`, {
      cause: error,
    });
  }
}

function plan(
  context: MigrationContext,
  exclusive: Exclusive,
): Promise<{ state: SchemaState; steps: SchemaStep[] }> {
  const { engine, catalogue } = context;
  return exclusive.transaction(async (connection) => {
    const state = await readSchemaState(engine, connection, catalogue.all);
    return { state, steps: planSteps(context, state) };
  });
}

function planSteps({ engine, catalogue, keepDays }: MigrationContext, state: SchemaState): SchemaStep[] {
  const today = dayOf(Date.now());
  const planned = { engine, definitions: catalogue.all, state, today };
  return [...planSchema(planned), ...outdatedKeys(planned), ...pruneSteps(state, today, keepDays)];
}

/** What other servers write after a step that judges all rows would not be judged. */
function refuseOthers({ others = 0 }: MigrationContext, steps: readonly SchemaStep[]): void {
  if (others === 0 || steps.every(({ when }) => when !== 'whileStopped')) return;
  const open = others === 1 ? 'another process has' : `${others} connections of other processes have`;
  throw new CannotStart(
    `Nothing was changed, because all servers have to be stopped first, and ${open} this database open. If that is no server, add --beside-others`,
  );
}

async function refuseObstacles(
  { engine, catalogue }: MigrationContext,
  exclusive: Exclusive,
  state: SchemaState,
  steps: readonly SchemaStep[],
): Promise<void> {
  const problems = await exclusive.transaction(async (connection) => {
    const found = await unpublishedDrafts(engine, connection, catalogue, state);
    for (const step of steps) {
      const obstacles = await findObstacles(engine, connection, step);
      if (obstacles.length > 0) found.push(describeStep(step, obstacles));
    }
    return found;
  });
  if (problems.length > 0)
    throw new CannotStart(
      `Nothing was changed, because records are in the way:\n  - ${problems.join('\n  - ')}`,
    );
}

async function previewStep(
  { engine, findPastMisfits }: MigrationContext,
  reader: Reader,
  step: SchemaStep,
): Promise<StepPreview> {
  const obstacles = await findObstacles(engine, reader, step);
  const past = await countPast(reader, step, findPastMisfits);
  return { step, rows: step.rows ? await countRows(reader, step.rows) : 0, obstacles, past };
}

async function countRows(reader: Reader, { table, where = 'true' }: Rows): Promise<number> {
  const sql = `select count(*) as "rows" from "${table}" where ${where}`;
  const [row] = await reader.all({ sql, parameters: [] });
  return Number(row?.rows);
}
