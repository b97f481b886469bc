import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { describeColumn } from './columns.ts';
import { wantedIndexes } from './indexes.ts';
import { asked, plain, type Step } from './step.ts';
import { recordedOf, type Table } from './table.ts';

/** A new table, with its indexes. */
export function createTable(engine: Engine, definition: Definition): Step {
  const { name, columns, fields } = definition;
  const described = Object.entries(columns).map(([column, type]) =>
    describeColumn(engine, column, type, fields[column]?.initial),
  );
  const indexes = wantedIndexes(definition).flatMap((index) => engine.createIndex(index, false));
  const sql = [`create table "${name}" (${described.join(', ')})`, ...indexes];
  return { ...plain, place: name, says: 'is new', deeds: sql.map((one) => ({ sql: one })) };
}

/** A table gets its new name; one that a start has made under it in between goes, if it is empty. */
export function renameTable(table: Table): Step {
  const { name, source, has, present } = table;
  const isTaken = present.tables.has(name);
  const known = [...has].flatMap((column) => {
    const as = recordedOf(table, column);
    return as ? [{ column, as }] : [];
  });
  return {
    ...asked,
    place: name,
    says: `was called ${source}: its rows, their history and the rights to it go along`,
    rows: { table: source },
    checks: isTaken ? [{ kind: 'empty', table: name }] : [],
    deeds: [
      ...(isTaken ? [{ sql: `drop table "${name}"` }] : []),
      { renaming: { record: name, was: source } },
      ...known.map(({ column, as }) => ({ record: `${name}.${column}`, as })),
      { sql: `alter table "${source}" rename to "${name}"` },
      ...known.map(({ column }) => ({ record: `${source}.${column}`, as: undefined })),
    ],
  };
}
