import { type Definition, storedColumns } from '../../../definitions/for-server.ts';
import type { Engine } from '../../engine.ts';
import { describeColumn } from '../columns.ts';
import { wantedIndexes } from '../indexes.ts';
import { recordedOf, type Table } from '../table.ts';
import { type SchemaStep, startStep, stoppedStep } from './step.ts';

/** Creates a table with its indexes. */
export function createTable(engine: Engine, definition: Definition): SchemaStep {
  const { name, fields } = definition;
  const described = Object.entries(storedColumns(definition)).map(([column, type]) =>
    describeColumn(engine, column, type, fields[column]?.initial),
  );
  const indexes = wantedIndexes(definition).flatMap((index) => engine.createIndex(index, false));
  const statements = [`create table "${name}" (${described.join(', ')})`, ...indexes];
  return { ...startStep, subject: name, summary: 'is new', operations: statements.map((sql) => ({ sql })) };
}

/** Renames a table. Replaces an empty one that a start created under the new name. */
export function renameTable(table: Table): SchemaStep {
  const { name, currentName, columns, state } = table;
  const isTaken = state.tables.has(name);
  const recorded = [...columns].flatMap((column) => {
    const as = recordedOf(table, column);
    return as ? [{ column, as }] : [];
  });
  return {
    ...stoppedStep,
    subject: name,
    summary: `is renamed from ${currentName}, with its records, history and permissions`,
    rows: { table: currentName },
    checks: isTaken ? [{ kind: 'empty', table: name }] : [],
    operations: [
      ...(isTaken ? [{ sql: `drop table "${name}"` }] : []),
      { renaming: { collection: name, was: currentName } },
      ...recorded.map(({ column, as }) => ({ record: `${name}.${column}`, as })),
      { sql: `alter table "${currentName}" rename to "${name}"` },
      ...recorded.map(({ column }) => ({ record: `${currentName}.${column}`, as: undefined })),
    ],
  };
}
