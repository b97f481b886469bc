import type { Column } from '../../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS } from '../../../contract/limits.ts';
import { widthOf } from '../../definitions/define-record.ts';
import type { Index, PresentIndex } from '../engine.ts';
import { standingValue } from './columns.ts';
import { dropIndex } from './deeds.ts';
import { isOurs, wantedIndexes } from './indexes.ts';
import { asked, type Check, plain, type Step } from './step.ts';
import { changeTo, recordedOf, standingFor, type Table } from './table.ts';

/** What it takes for a table to have no index of ours that its definition does not ask for. */
export function obsoleteIndexes(table: Table): Step[] {
  const wanted = wantedIndexes(table.definition);
  const obsolete = indexesOf(table).filter(
    (index) => isOurs(index) && !wanted.some(({ name }) => name === index.name),
  );
  return obsolete.map((index) => ({
    ...indexStep(table),
    place: index.name,
    says: 'is an index that nothing asks for any more',
    deeds: dropIndex(table, index, true),
  }));
}

/** What it takes for a table to have its definition's indexes. */
export function newIndexes(table: Table, wanted = wantedIndexes(table.definition)): Step[] {
  const { engine, source } = table;
  const steps: Step[] = [];
  for (const index of wanted) {
    const same = indexesOf(table).find(({ name }) => name === index.name);
    const isHalf = same?.form === 'half';
    if (same && !isHalf && !index.columns.some((column) => isRewritten(table, column))) continue;
    steps.push({
      ...indexStep(table),
      place: index.name,
      says: index.unique ? 'is a new unique index' : 'is a new index',
      rows: { table: source },
      checks: distinct(table, index),
      deeds: [
        ...(isHalf ? dropIndex(table, same, true) : []),
        ...engine.createIndex(index, true).map((sql) => ({ sql })),
      ],
    });
  }
  return steps;
}

/**
 * The same for an earlier version's definition. Where a later one has made texts too long for an index, it goes without:
 * lists are slower. Nothing else would keep them unique, so that is refused.
 */
export function earlierIndexes(table: Table): Step[] {
  const wanted = wantedIndexes(table.definition);
  const fitting = wanted.filter((index) => !isTooWide(table, index));
  const unkept = wanted.filter((index) => index.unique && isTooWide(table, index));
  return [
    ...newIndexes(table, fitting),
    ...unkept.map(({ name: place }) => ({
      ...asked,
      place,
      says: 'is unique, but its texts have been let become too long for an index',
      deeds: [],
    })),
  ];
}

function isTooWide(table: Table, { columns }: Index): boolean {
  const kept = columns.flatMap((name) => {
    const column = recordedOf(table, name)?.column;
    return column ? [[name, column] as const] : [];
  });
  return widthOf(columns, Object.fromEntries(kept)) > MAX_INDEXED_CHARACTERS;
}

function indexesOf({ present, source }: Table): PresentIndex[] {
  return present.indexes.filter((index) => index.table === source);
}

function indexStep({ engine }: Table) {
  return { ...plain, weight: 'index', isApart: engine.indexesApart } satisfies Partial<Step>;
}

/** Whether a field's values will be in another column, so that its indexes have to be made anew. */
function isRewritten(table: Table, column: string): boolean {
  return changeTo(table, column) === 'other';
}

/** Values that are there already must be different where an index binds them; of a new field all rows hold the same. */
function distinct(table: Table, { unique, visibleOnly, columns }: Index): Check[] {
  const { definition, source, today, has } = table;
  if (!unique || columns.some((name) => isRewritten(table, name))) return [];
  const isNew = (name: string) => standingFor(table, name) === undefined;
  if (columns.some((name) => isNew(name) && standingValue(definition, name, today) === null)) return []; // nulls are all different
  const shape = columns.flatMap((name) => {
    const column = standingFor(table, name);
    return column === undefined ? [] : [[column, definition.columns[name] as Column] as const];
  });
  return [
    {
      kind: 'distinct',
      table: source,
      columns: Object.fromEntries(shape),
      visibleOnly: visibleOnly && has.has('is_deleted'),
      isSecret: columns.some((name) => definition.fields[name]?.secret),
    },
  ];
}
