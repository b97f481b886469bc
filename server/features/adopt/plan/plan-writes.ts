import type { ForeignColumn, ForeignTable } from '../schema/foreign-schema.ts';
import type { AdoptedField, AdoptedTable, PlannedWrites } from './adopted-table.ts';
import type { Key } from './key-of.ts';

/** Plans what is written of a table: what the user of the URL may write, by the primary key alone. */
export function planWrites({
  table,
  key,
  fields,
  times,
}: Pick<AdoptedTable, 'table' | 'key' | 'fields' | 'times'>): PlannedWrites {
  const readOnly = whyReadOnly(table, key);
  if (readOnly !== undefined) return { readOnly };
  // Where the user may only insert, or only update, a column needs that right alone.
  const [inserts, updates] = [
    table.columns.some(({ mayInsert }) => mayInsert),
    table.columns.some(({ mayUpdate }) => mayUpdate),
  ];
  if (!inserts && !updates) return { readOnly: 'the user of the URL may not write it' };
  const isKey = (column: ForeignColumn) => key.columns.includes(column);
  const isShared = isSharedKey(key, fields);
  const columns = [...fields, ...times.filter(isForUs)].flatMap((field) => {
    const { column, name } = field;
    if (isShared && isKey(column)) return [];
    const sql = backOf(field);
    const mayWrite = (column.mayInsert || !inserts) && (column.mayUpdate || !updates) && !column.isGenerated;
    return sql !== undefined && (mayWrite || isKey(column)) ? [{ name, column: column.name, sql }] : [];
  });
  const isKnown =
    key.form !== 'several' || key.columns.every((one) => columns.some(({ column }) => column === one.name));
  if (!isKnown) return { readOnly: 'the columns of its key cannot be written' };
  const mayUpdate = table.columns.some(
    (one) => one.mayUpdate && !isKey(one) && columns.some(({ column }) => column === one.name),
  );
  const written = columns.map(({ column }) => column);
  const noCreation = isShared
    ? `the values of its key ${key.columns[0]?.name} come from another table`
    : whyNoCreation(table, key, written);
  const uses = [
    ...(noCreation === undefined ? (['create'] as const) : []),
    ...(mayUpdate ? (['update'] as const) : []),
    ...(table.mayDelete && updates ? (['delete'] as const) : []), // a row is locked first, which needs the right to update
  ];
  if (uses.length === 0) return { readOnly: 'the user of the URL may not write it' };
  return { uses, newKeys: noCreation === undefined ? newKeysOf(key) : undefined, columns, noCreation };
}

/** Whether a key of one column is a foreign key as well, and no database counts it. */
function isSharedKey({ form, columns: [only] }: Key, fields: readonly AdoptedField[]): boolean {
  return form !== 'several' && only?.isKeyMade === false && fields.some(({ column }) => column === only);
}

/** Whether the server sets a time: it leaves alone what the table sets by itself. */
function isForUs({ name, column }: AdoptedField): boolean {
  return name === 'create_time' ? !column.hasDefault : !column.isTouched;
}

function backOf({ served }: AdoptedField): string | undefined {
  return 'make' in served ? served.back : '?';
}

function whyReadOnly(table: ForeignTable, key: Key): string | undefined {
  if (table.kind !== 'table') return `it is a ${table.kind}`;
  if (table.unwritable !== undefined) return table.unwritable;
  const names = key.columns.map(({ name }) => name);
  const isPrimary =
    names.length === table.primaryKey.length && names.every((name) => table.primaryKey.includes(name));
  return isPrimary ? undefined : 'its key is not its primary key';
}

function whyNoCreation({ columns }: ForeignTable, key: Key, written: readonly string[]): string | undefined {
  const [only] = key.columns;
  if (key.form !== 'several' && newKeysOf(key) === undefined)
    return `the database makes no values of its key ${only?.name}`;
  const isKey = (column: ForeignColumn) => key.form !== 'several' && column === only;
  const missing = columns.find(
    (column) => column.isRequired && !isKey(column) && !written.includes(column.name),
  );
  if (missing) return `${missing.name} needs a value and is not written`;
  const closed = key.columns.some((column) => !column.mayInsert && !column.isKeyMade);
  return closed || !columns.some(({ mayInsert }) => mayInsert)
    ? 'the user of the URL may not insert'
    : undefined;
}

function newKeysOf({ form, columns: [only] }: Key): 'database' | 'uuid' | undefined {
  if (form === 'several') return undefined;
  if (only?.isKeyMade) return 'database';
  return only && isUuid(only) ? 'uuid' : undefined;
}

/** Whether a column is for UUIDs: by its type, or by its length in characters. */
function isUuid({ base, sizes, mayInsert }: ForeignColumn): boolean {
  return mayInsert && (base === 'uuid' || (/^(char|character|bpchar)$/.test(base) && sizes[0] === 36));
}
