import { linkName } from '../../definitions/link-record.ts';
import { literal } from '../values.ts';
import { asidesIn, draftOf, fieldOfDraft } from './aside.ts';
import { putAside } from './aside-steps.ts';
import { changeOf, describeColumn, describeType, standingValue, wantedColumns } from './columns.ts';
import { convert, settleDraft } from './conversion-steps.ts';
import { fillNulls, holding, move } from './deeds.ts';
import { nextGeneration } from './generations.ts';
import type { Kept } from './present.ts';
import { asked, type Deed, plain, type Step } from './step.ts';
import { recordedOf, standingFor, type Table } from './table.ts';

/** What it takes for a table to have its definition's columns, and no others in use. */
export function columnSteps(table: Table): Step[] {
  const wanted = wantedColumns(table.definition);
  const used = new Set([...wanted.keys()].map((name) => standingFor(table, name)));
  const others = [...table.has].filter((column) => !used.has(column) || fieldOfDraft(column) !== undefined);
  return [
    ...others.flatMap((column) => leave(table, column)),
    ...[...wanted].flatMap(([name, kept]) => want(table, name, kept)),
  ];
}

/** What becomes of a column that no field is kept in. */
function leave(table: Table, column: string): Step[] {
  if (asidesIn(new Set([column])).length > 0) return [];
  const field = fieldOfDraft(column);
  return field === undefined ? [putAside(table, column)] : settleDraft(table, column, field);
}

function want(table: Table, name: string, wanted: Kept): Step[] {
  const standing = standingFor(table, name);
  if (standing === undefined) return [add(table, name, wanted)];
  if (standing === draftOf(name)) return []; // `leave` settles it
  const renamed = standing === name ? [] : [rename(table, name, standing)];
  const before = recordedOf(table, standing);
  return before ? [...renamed, ...change(table, name, standing, before, wanted)] : renamed;
}

function add(table: Table, name: string, wanted: Kept): Step {
  const { engine, definition, present, name: record, source, has } = table;
  const field = definition.fields[name];
  const standing = standingValue(definition, name, table.today);
  const link = linkName(record, name);
  const deeds: Deed[] = [
    ...(wanted.column.type === 'ids' && present.tables.has(link) ? [{ sql: `delete from "${link}"` }] : []),
    { record: `${record}.${name}`, as: { ...wanted, since: nextGeneration(table) } },
    { sql: `alter table "${record}" add column ${describeColumn(engine, name, wanted.column, standing)}` },
  ];
  const place = `${record}.${name}`;
  if (field && !field.nullable && field.initial === null)
    return {
      ...asked,
      place,
      deeds,
      says: 'is new and holds no null, so it needs a default unless there are no rows',
      checks: [{ kind: 'empty', table: source }],
    };
  const aside = asidesIn(has).find((one) => one.field === name);
  if (!aside) {
    const weight = standing !== null && engine.copiesToAdd(wanted.column) ? 'copy' : 'moment';
    return { ...plain, place, deeds, weight, says: 'is new' };
  }
  const says = `is new, but a column of this name was put aside. To bring it back: npm run quire -- migrate --recover ${place}. Otherwise it begins anew, and ${aside.name} stays aside.`;
  return { ...asked, place, deeds, says };
}

function rename(table: Table, name: string, standing: string): Step {
  return {
    ...asked,
    place: `${table.name}.${name}`,
    says: `was called ${standing}: its values and their history go along`,
    rows: { table: table.source },
    deeds: [
      { renaming: { record: table.name, field: name, was: standing } },
      ...move(table.name, standing, name, recordedOf(table, standing)),
    ],
  };
}

function change(table: Table, name: string, standing: string, before: Kept, wanted: Kept): Step[] {
  const kind = changeOf(before, wanted);
  if (kind === 'other') return [convert(table, name, standing, before, wanted)];
  const bounded = kind === 'same' ? [] : [bound(table, name, standing, before, wanted, kind)];
  const isTightened = before.nullable && !wanted.nullable;
  return isTightened ? [...bounded, tighten(table, name, standing, wanted)] : bounded;
}

/** A column gets another bound, and keeps its values. */
function bound(
  table: Table,
  name: string,
  standing: string,
  before: Kept,
  wanted: Kept,
  kind: 'wider' | 'narrower',
): Step {
  const { engine, definition, name: record, source } = table;
  const field = definition.fields[name];
  const now = { ...wanted, nullable: before.nullable };
  const note = (as: Kept): Deed => ({ record: `${record}.${name}`, as });
  const bounded = engine
    .boundColumn(record, describeColumn(engine, name, wanted.column, field?.initial))
    .map((sql) => ({ sql }));
  const types = `is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition`;
  const step = {
    place: `${record}.${name}`,
    rows: { table: source, where: holding(standing) },
    weight: bounded.length > 0 ? 'copy' : 'none',
  } as const;
  if (kind === 'wider') {
    const was = [...(before.was ?? []), { column: before.column, since: before.since }];
    const wider = { ...now, since: nextGeneration(table), was };
    return { ...plain, ...step, says: `${types}: it is widened`, deeds: [...bounded, note(wider)] };
  }
  const fits = { kind: 'fits', table: source, column: standing, before: before.column } as const;
  return {
    ...asked,
    ...step,
    says: `${types}: it is narrowed, for each value fits`,
    checks: field ? [{ ...fits, to: { field, isConverted: false } }] : [],
    deeds: [note({ ...now, unfinished: true }), ...bounded, note(now)],
  };
}

/** A field may not be null any more. */
function tighten(table: Table, name: string, standing: string, wanted: Kept): Step {
  const { engine, definition, name: record, source } = table;
  const initial = standingValue(definition, name, table.today);
  const value = initial === null ? undefined : literal(engine.encode(wanted.column, initial));
  const hasNoValue = value === undefined;
  return {
    ...asked,
    weight: hasNoValue ? 'none' : 'rows',
    place: `${record}.${name}`,
    says: `may not be null any more: ${hasNoValue ? 'no row holds null' : `rows that hold null get ${value}`}`,
    rows: { table: source, where: `"${standing}" is null` },
    checks: hasNoValue ? [{ kind: 'noNulls', table: source, column: standing }] : [],
    deeds: [
      ...(hasNoValue ? [] : [fillNulls(record, name, value)]),
      { record: `${record}.${name}`, as: wanted },
    ],
  };
}
