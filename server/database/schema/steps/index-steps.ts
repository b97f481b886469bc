import type { Column } from '../../../../contract/column.ts';
import { isTooWide } from '../../../definitions/checks/sound-collection.ts';
import type { Field } from '../../../definitions/for-server.ts';
import type { Index, PresentIndex } from '../../engine.ts';
import { backfillValue } from '../columns.ts';
import { isOurs, wantedIndexes } from '../indexes.ts';
import { dropIndex } from '../operations.ts';
import { changesValues, changeTo, currentColumn, recordedOf, type Table } from '../table.ts';
import { listRows } from './remedies.ts';
import { type Check, type SchemaStep, startStep, stoppedStep } from './step.ts';

/** The steps that drop Quire's indexes which the definition no longer asks for. */
export function obsoleteIndexes(table: Table): SchemaStep[] {
  const wanted = new Set(wantedIndexes(table.definition).map(({ name }) => name));
  const obsolete = indexesOf(table).filter((index) => isOurs(index) && !wanted.has(index.name));
  return obsolete.map((index) => ({
    ...indexStep(table),
    subject: index.name,
    summary: 'is an index that the definition no longer asks for',
    operations: dropIndex(table, index, true),
  }));
}

/** The steps that create the definition's missing indexes. */
export function newIndexes(table: Table, wanted = wantedIndexes(table.definition)): SchemaStep[] {
  const { engine, currentName } = table;
  const steps: SchemaStep[] = [];
  for (const index of wanted) {
    const same = indexesOf(table).find(({ name }) => name === index.name);
    const isHalf = same?.form === 'half';
    if (same && !isHalf && !columnsOf(index).some((column) => isConverted(table, column))) continue;
    steps.push({
      ...indexStep(table),
      subject: index.name,
      summary: index.unique ? 'is a new unique index' : 'is a new index',
      rows: { table: currentName },
      checks: distinctChecks(table, index),
      remedies: [listRows],
      operations: [
        ...(isHalf ? dropIndex(table, same, true) : []),
        ...engine.createIndex(index, true).map((sql) => ({ sql })),
      ],
    });
  }
  return steps;
}

/**
 * The same for an earlier version's definition. A later version may have made texts too long for an index. A plain index is
 * then left out, which slows lists; a unique one cannot be, so the start is refused.
 */
export function earlierIndexes(table: Table): SchemaStep[] {
  const wanted = wantedIndexes(table.definition);
  const fitting = wanted.filter((index) => !isWiderThanAllowed(table, index));
  const impossible = wanted.filter((index) => index.unique && isWiderThanAllowed(table, index));
  return [
    ...newIndexes(table, fitting),
    ...impossible.map(({ name }) => ({
      ...stoppedStep,
      subject: name,
      summary: 'is unique, but a later version made its texts too long for an index',
      operations: [],
    })),
  ];
}

function columnsOf({ columns, nulls }: Index): readonly string[] {
  return [...columns, ...nulls];
}

function isWiderThanAllowed(table: Table, { columns }: Index): boolean {
  const recorded = columns.flatMap((name) => {
    const column = recordedOf(table, name)?.column;
    return column ? [[name, column] as const] : [];
  });
  return isTooWide(columns, Object.fromEntries(recorded));
}

function indexesOf({ state, currentName }: Table): PresentIndex[] {
  return state.indexes.filter((index) => index.table === currentName);
}

function indexStep({ engine }: Table) {
  const isNonTransactional = engine.isOnlineIndexNonTransactional;
  return { ...startStep, lock: 'index', isNonTransactional } satisfies Partial<SchemaStep>;
}

/** Whether a field's values move to another column, so that its indexes must be created anew. */
function isConverted(table: Table, column: string): boolean {
  return changeTo(table, column) === 'converted';
}

/** What a step makes of a field's values must be distinct, where a unique index over them exists already and stays. */
export function distinctAfter(table: Table, field: string): Check[] {
  return wantedIndexes(table.definition)
    .filter((index) => columnsOf(index).find((name) => changesValues(table, name)) === field)
    .filter(({ name }) => indexesOf(table).some((one) => one.name === name && one.form !== 'half'))
    .filter((index) => !columnsOf(index).some((name) => isConverted(table, name)))
    .flatMap((index) => distinctChecks(table, index));
}

/** Existing values must be distinct before a unique index is created. All rows hold the same value of a new field. */
function distinctChecks(table: Table, index: Index): Check[] {
  const { definition, currentName, today } = table;
  const { unique, visibleOnly, nulls } = index;
  if (!unique) return [];
  const shape: [string, Column][] = [];
  const becoming: [string, Field][] = [];
  const nullColumns: string[] = [];
  for (const name of columnsOf(index)) {
    const isNull = nulls.includes(name);
    const current = currentColumn(table, name);
    if (current !== undefined && isNull) nullColumns.push(current);
    else if (current !== undefined) {
      shape.push([current, recordedOf(table, current)?.column ?? (definition.columns[name] as Column)]);
      if (changesValues(table, name)) becoming.push([current, definition.fields[name] as Field]);
    } else if ((backfillValue(definition, name, today) === null) !== isNull) return []; // holds no row
  }
  return [
    {
      kind: 'distinct',
      table: currentName,
      columns: Object.fromEntries(shape),
      becoming: Object.fromEntries(becoming),
      nulls: nullColumns,
      visibleOnly: visibleOnly && table.columns.has('is_deleted'),
      isSecret: columnsOf(index).some((name) => definition.fields[name]?.secret),
    },
  ];
}
