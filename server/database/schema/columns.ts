import { type Column, isWideDecimal, type Members, type Nested } from '../../../contract/column.ts';
import {
  COLLATION_DATA,
  type Definition,
  type Field,
  ruleOf,
  sortKeyColumn,
  targetsIn,
} from '../../definitions/for-server.ts';
import type { Engine } from '../engine.ts';
import { startOfDay } from './column-names.ts';
import type { RecordedColumn } from './schema-state.ts';

/**
 * A column as SQL: name, type and default. It has no further constraints: fields check their values, and not every engine
 * could loosen a constraint again.
 */
export function describeColumn(
  engine: Engine,
  name: string,
  column: Column,
  initial: unknown = name === 'is_deleted' ? false : null,
): string {
  if (name === 'id') return `"id" ${engine.idColumn}`;
  return `"${name}" ${engine.columnType(column, initial === null ? undefined : engine.encode(column, initial))}`;
}

/**
 * The value of a new column in existing rows: the field's default. Audit columns say that nobody created the row, on the
 * day on which the collection began to be audited.
 */
export function backfillValue({ fields }: Definition, name: string, today: string): unknown {
  if (fields[name]) return fields[name].initial;
  switch (name) {
    case 'is_deleted':
      return false;
    case 'create_time':
    case 'update_time':
      return startOfDay(today);
    case 'create_user_id':
    case 'update_user_id':
      return 0n;
    default:
      return null;
  }
}

/** The columns of a definition. */
export function wantedColumns(definition: Definition): Map<string, RecordedColumn> {
  const names = [...Object.keys(definition.columns), ...definition.sortKeys.keys()];
  return new Map(
    names.flatMap((name) => {
      const wanted = wantedColumn(definition, name);
      return wanted ? [[name, wanted] as const] : [];
    }),
  );
}

/** A column of a definition, or undefined if it has none of this name. */
export function wantedColumn(definition: Definition, name: string): RecordedColumn | undefined {
  const key = definition.sortKeys.get(name);
  if (key) return { column: sortKeyColumn, nullable: true, collation: key.tag, data: COLLATION_DATA };
  const column = Object.hasOwn(definition.columns, name) ? definition.columns[name] : undefined;
  if (!column) return undefined;
  const field = definition.fields[name];
  const { nullable = name.startsWith('delete_'), policy, locale, translates } = field ?? {};
  const isDefault = locale !== undefined && translates === undefined;
  const judged = field && hasJudgedRows(definition) && !definition.filled?.has(name) ? judgedBy(field) : {};
  return { column, nullable, ...(policy && { policy }), ...(isDefault && { locale }), ...judged };
}

/** Whether its author decides what rows may hold. The server's own collections and the indexes of others follow its code. */
function hasJudgedRows({ name, isIndex }: Definition): boolean {
  return !name.startsWith('quire_') && !isIndex;
}

/** What is recorded of the values that a field accepts. */
function judgedBy(field: Field): Pick<RecordedColumn, 'rule' | 'targets'> {
  const targets = targetsIn(field);
  return { rule: ruleOf(field), ...(Object.keys(targets).length > 0 && { targets }) };
}

/**
 * Whether stored values have passed the wanted rule. Values without a recorded rule count as unchecked if the rule protects
 * people.
 */
export function hasSamePolicy(
  { policy: before }: RecordedColumn,
  { policy }: Pick<RecordedColumn, 'policy'>,
): boolean {
  return policy === before || (before === undefined && !policy?.includes(' '));
}

/** Whether sort keys are those of the wanted language. */
export function hasSameCollation(
  { collation: before }: RecordedColumn,
  { collation }: RecordedColumn,
): boolean {
  return before === collation;
}

/** Whether values are still of the language that they were written in. */
export function hasSameLocale({ locale: before }: RecordedColumn, { locale }: RecordedColumn): boolean {
  return before === undefined || locale === undefined || before === locale;
}

/** How a column's type changes: not at all; to a wider or narrower bound; or so that each value must be converted. */
export type TypeChange = 'same' | 'wider' | 'narrower' | 'converted';

/** Compares a column's recorded type with its definition. */
export function compareTypes(before: RecordedColumn, wanted: RecordedColumn): TypeChange {
  if (describeType(before.column) === describeType(wanted.column))
    return before.unfinished ? 'narrower' : 'same';
  if (isWider(before.column, wanted.column)) return 'wider';
  // A shape with fewer members rewrites every value, so that none holds data without a field.
  const isNested = wanted.column.type === 'json' && wanted.column.nested !== undefined;
  return !isNested && isWider(wanted.column, before.column) ? 'narrower' : 'converted';
}

/** Whether a column keeps a wider bound than its definition asks for, because rows may hold values from before it. */
export function keepsColumn({ fields }: Definition, name: string): boolean {
  return fields[name]?.legacy !== undefined;
}

/** Whether every value of the first type is stored alike as a value of the second. */
function isWider(before: Column, wanted: Column): boolean {
  if (before.type === 'string')
    return wanted.type === 'text' || (wanted.type === 'string' && wanted.length > before.length);
  if (before.type === 'decimal' && wanted.type === 'decimal')
    return (
      before.scale === wanted.scale &&
      before.precision < wanted.precision &&
      isWideDecimal(before) === isWideDecimal(wanted)
    );
  if (before.type === 'json' && wanted.type === 'json')
    return (
      before.nested !== undefined && wanted.nested !== undefined && hasGrown(before.nested, wanted.nested)
    );
  return before.type === 'integer' && wanted.type === 'bigint';
}

/** Whether every value of the first shape is one of the second: it has more members that may be null, or more types. */
function hasGrown(before: Nested, wanted: Nested): boolean {
  const isHeld = (one: Column, other: Column) =>
    describeType(one) === describeType(other) ||
    (one.type === 'string' && other.type === 'string' && one.length < other.length) ||
    (one.type === 'json' && other.type === 'json' && isWider(one, other));
  const inMembers = (old: Members, now: Members) =>
    Object.entries(now).every(([name, member]) => {
      const was = old[name];
      return was ? isHeld(was.column, member.column) && (member.nullable || !was.nullable) : member.nullable;
    }) && Object.keys(old).every((name) => Object.hasOwn(now, name));
  if ('group' in before && 'group' in wanted) return inMembers(before.group, wanted.group);
  if ('list' in before && 'list' in wanted) return isHeld(before.list, wanted.list);
  if (!('blocks' in before && 'blocks' in wanted)) return false;
  const { blocks } = wanted;
  return Object.entries(before.blocks).every(([type, old]) => {
    const now = blocks[type];
    return now !== undefined && inMembers(old, now);
  });
}

/** A type with its bounds, such as `decimal 8 2` or `json of {street: string 50, floor?: integer}`. */
export function describeType(column: Column): string {
  if (column.type === 'json') return column.nested ? `json of ${describeNested(column.nested)}` : 'json';
  const { type, ...bounds } = column;
  return [type, ...Object.values(bounds)].join(' ');
}

function describeNested(nested: Nested): string {
  if ('group' in nested) return describeMembers(nested.group);
  if ('list' in nested) return `[${describeInner(nested.list)}]`;
  const types = Object.entries(nested.blocks).map(([type, members]) => `${type} ${describeMembers(members)}`);
  return `[${types.join(' or ')}]`;
}

function describeMembers(members: Members): string {
  const entries = Object.entries(members).map(
    ([name, { column, nullable }]) => `${name}${nullable ? '?' : ''}: ${describeInner(column)}`,
  );
  return `{${entries.join(', ')}}`;
}

function describeInner(column: Column): string {
  return column.type === 'json' && column.nested ? describeNested(column.nested) : describeType(column);
}
