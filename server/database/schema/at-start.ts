import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import type { Connection, Engine, Exclusive } from '../engine.ts';
import { searchTable } from '../search-sql.ts';
import { boundNotices, refuseTooWideTables } from './bound-notices.ts';
import { findObstacles } from './checks.ts';
import { dayOf } from './column-names.ts';
import { compareTypes, keepsColumn, wantedColumns } from './columns.ts';
import { refuseForeignTables } from './foreign-tables.ts';
import { endFormerDrafts, unpublishedDrafts } from './former-drafts.ts';

import { isOfEarlierGeneration } from './generations.ts';
import { Journal } from './journal.ts';
import { planSchema } from './plan.ts';
import { runNonTransactional, runOperations } from './run-operations.ts';
import {
  createRecordedTable,
  type RecordedColumn,
  readSchemaState,
  recordColumns,
  type SchemaState,
} from './schema-state.ts';
import {
  describeStep,
  earlierIndexes,
  earlierKeys,
  earlierRules,
  outdatedNotices,
  type SchemaStep,
} from './steps/index.ts';
import { type Planned, tableFor } from './table.ts';
import { unservedNotices } from './unserved.ts';

/** Thrown by a start where the tables could only be made to match by a change that could lose data. */
export class SchemaConflict extends CannotStart {
  constructor(conflicts: readonly string[]) {
    super(
      `The tables do not match the definitions, and a start never makes a change that could lose data:\n  - ${conflicts.join('\n  - ')}\nTo see what a migration would do: ${quireCommand} migrate`,
    );
  }
}

/**
 * Updates the tables at start: adds and widens columns, and keeps those that a later version added. If that is not enough,
 * throws SchemaConflict before any change. Returns notices for the operator.
 */
export async function updateSchema(
  engine: Engine,
  catalogue: Catalogue,
  exclusive: Exclusive,
): Promise<string[]> {
  const journal = new Journal(engine);
  const { nonTransactional, notices, tables } = await exclusive.transaction(async (connection) => {
    await createRecordedTable(connection);
    const state = await readSchemaState(engine, connection, catalogue.all);
    refuseForeignTables(catalogue, state);
    refuseTooWideTables(engine, catalogue, state);
    const { steps, current } = planStart(engine, catalogue, state);
    const conflicts = [
      ...(await conflictsOf(engine, connection, steps)),
      ...(await unpublishedDrafts(engine, connection, catalogue, state)),
    ];
    if (conflicts.length > 0) throw new SchemaConflict(conflicts);
    await endFormerDrafts(engine, connection, catalogue, state);
    if (steps.length > 0) await journal.open(connection);
    const transactional = steps.filter((step) => !step.isNonTransactional);
    for (const { subject, operations } of transactional)
      await runOperations({ engine, connection, rename: neverRename }, operations).catch((error) =>
        refuseDuplicates(engine, subject, error),
      );
    await journal.note(connection, transactional, 'done');
    const after = steps.length > 0 ? await readSchemaState(engine, connection, catalogue.all) : state;
    await recordWanted(connection, current, after);
    return {
      nonTransactional: steps.filter((step) => step.isNonTransactional),
      notices: [
        ...unservedNotices(catalogue, state),
        ...boundNotices(engine, catalogue),
        ...outdatedNotices(plannedAtStart(engine, catalogue, state)),
      ],
      tables: state.tables,
    };
  });
  for (const step of nonTransactional)
    await runNonTransactional({ engine, exclusive, journal, cleanPast: neverClean }, step).catch((error) =>
      refuseDuplicates(engine, step.subject, error),
    );
  for (const { name } of catalogue.all.filter(({ search }) => search.length > 0)) {
    const table = searchTable(name);
    const created = tables.has(table) ? [] : engine.search.create(table);
    for (const sql of [...created, ...(engine.search.settings?.(table) ?? [])]) await exclusive.command(sql);
  }
  return notices;
}

/** The steps of a start, and the definitions whose tables they make match. The others are of earlier generations. */
function planStart(engine: Engine, catalogue: Catalogue, state: SchemaState) {
  const planned = plannedAtStart(engine, catalogue, state);
  const tables = catalogue.all.flatMap((definition) => tableFor(planned, definition) ?? []);
  const earlier = tables.filter(isOfEarlierGeneration);
  const current = catalogue.all.filter(
    (definition) => !earlier.some((table) => table.definition === definition),
  );
  const steps = [
    ...planSchema(planned, current),
    ...earlier.flatMap((table) => [...earlierIndexes(table), ...earlierRules(table), ...earlierKeys(table)]),
  ];
  return { steps, current };
}

function plannedAtStart(engine: Engine, catalogue: Catalogue, state: SchemaState): Planned {
  return { engine, definitions: catalogue.all, state, today: dayOf(Date.now()) };
}

/** Records changes that need no step: fields that now allow null, and columns whose record is missing or stale. */
export async function recordWanted(
  connection: Connection,
  definitions: readonly Definition[],
  { recorded, stale }: SchemaState,
): Promise<void> {
  const changes = new Map<string, RecordedColumn | undefined>(stale.map((path) => [path, undefined]));
  for (const definition of definitions) {
    for (const [name, wanted] of wantedColumns(definition)) {
      const path = `${definition.name}.${name}`;
      const before = recorded.get(path);
      const { since, was, data } = before ?? {};
      const isKept = before && keepsColumn(definition, name) && compareTypes(before, wanted) === 'narrower';
      const { column } = isKept ? before : wanted;
      const now = { ...wanted, column, ...(since && { since }), ...(was && { was }), ...(data && { data }) };
      if (JSON.stringify(before) !== JSON.stringify(now)) changes.set(path, now);
    }
  }
  await recordColumns(connection, changes);
}

async function conflictsOf(
  engine: Engine,
  connection: Connection,
  steps: readonly SchemaStep[],
): Promise<string[]> {
  const conflicts: string[] = [];
  for (const step of steps) {
    const obstacles = await findObstacles(engine, connection, step);
    if (step.when === 'whileStopped' || obstacles.length > 0) conflicts.push(describeStep(step, obstacles));
  }
  return conflicts;
}

function refuseDuplicates(engine: Engine, subject: string, error: unknown): never {
  if (engine.classifyError(error) !== 'duplicate') throw error;
  throw new SchemaConflict([`${subject} cannot be created: several records hold the same values`]);
}

async function neverRename(): Promise<never> {
  throw new Error('a start renames nothing');
}

async function neverClean(): Promise<never> {
  throw new Error('a start cleans nothing');
}
