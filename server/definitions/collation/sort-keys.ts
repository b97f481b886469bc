import type { Column, Shape } from '../../../contract/column.ts';
import type { Field, Fields } from '../field.ts';
import { MAX_SORT_KEY, sortKey } from './sort-key.ts';
import { weightsOf } from './weights.ts';

/** The text that a column holds the sort keys of, and the language of its order. */
export interface SortKey {
  readonly of: string;
  readonly tag: string;
}

/** Sort keys by their columns. */
export type SortKeys = ReadonlyMap<string, SortKey>;

/** The parts of a definition that sort keys belong to. */
interface Keyed {
  readonly fields: Fields;
  readonly columns: Shape;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly sortKeys: SortKeys;
}

/** The column of every sort key. */
export const sortKeyColumn: Column = { type: 'string', length: MAX_SORT_KEY };

/** The column that holds the sort keys of a field. No field's name contains a hyphen. */
export function keyColumnOf(field: string): string {
  return `${field}-key`;
}

/** The field whose sort keys a column holds, by its name; undefined if it holds none. */
export function fieldOfKeys(column: string): string | undefined {
  return /^(\w+)-key$/.exec(column)?.[1];
}

/** The sort keys of fields with a `collation`. */
export function sortKeysOf(fields: Fields): SortKeys {
  const entries = Object.entries(fields).flatMap(([of, { collation }]) =>
    collation === undefined ? [] : [[keyColumnOf(of), { of, tag: collation }] as const],
  );
  return new Map(entries);
}

/** The collation of a field in another language: that of the language, with numbers compared as in the field itself. */
export function collationIn(tag: string, locale: string): string {
  return new Intl.Locale(tag).numeric ? `${locale}-u-kn` : locale;
}

/** Reads the orders of the languages that records are sorted in. It takes some 50 ms for each, for which no request shall wait. */
export function prepareSortKeys(definitions: readonly Pick<Keyed, 'sortKeys'>[]): void {
  for (const { sortKeys } of definitions) for (const { tag } of sortKeys.values()) weightsOf(tag);
}

/** Every column of a collection's table: those that its records show, and those made of them. */
export function storedColumns({ columns, sortKeys }: Pick<Keyed, 'columns' | 'sortKeys'>): Shape {
  if (sortKeys.size === 0) return columns;
  return { ...columns, ...Object.fromEntries([...sortKeys.keys()].map((name) => [name, sortKeyColumn])) };
}

/** Values of a record, and the sort keys of the texts among them. */
export function withSortKeys<Item extends Readonly<Record<string, unknown>>>(
  { sortKeys }: Pick<Keyed, 'sortKeys'>,
  record: Item,
): Item {
  if (sortKeys.size === 0) return record;
  const keys = [...sortKeys].filter(([, { of }]) => Object.hasOwn(record, of));
  return { ...record, ...Object.fromEntries(keys.map(([name, key]) => [name, keyOf(key, record[key.of])])) };
}

/** A record without the sort keys that it was read with. */
export function withoutKeys<Item extends object>({ sortKeys }: Pick<Keyed, 'sortKeys'>, record: Item): Item {
  if (sortKeys.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !sortKeys.has(name))) as Item;
}

/** The sort key of a value; null if it is no text. */
export function keyOf({ tag }: SortKey, value: unknown): string | null {
  return typeof value === 'string' ? sortKey(tag, value) : null;
}

/** The column by which records are sorted where a request names a field. */
export function orderColumn({ sortKeys }: Pick<Keyed, 'sortKeys'>, field: string): string {
  const column = keyColumnOf(field);
  return sortKeys.has(column) ? column : field;
}

/** The field as its column of sort keys compares it. */
export function keyField(field: Field, key: SortKey): Field {
  return {
    ...field,
    column: sortKeyColumn,
    compared: (text) => {
      const read = field.compared?.(text) ?? text;
      return typeof read === 'string' ? sortKey(key.tag, read) : sortKey(key.tag, text);
    },
  };
}

/** The field whose sort keys a column holds, as that column compares it. */
export function fieldOfKey({ fields, sortKeys }: Keyed, column: string): Field | undefined {
  const key = sortKeys.get(column);
  const field = key && fields[key.of];
  return field && keyField(field, key);
}

/** Indexes and unique groups over collated fields, with their sort keys: lists in these orders are read off them. */
export function keyIndexes({
  unique,
  indexes,
  sortKeys,
}: Pick<Keyed, 'unique' | 'indexes' | 'sortKeys'>): (readonly string[])[] {
  if (sortKeys.size === 0) return [];
  const keyed = [...unique, ...indexes].map((columns) =>
    columns.map((name) => orderColumn({ sortKeys }, name)),
  );
  const wanted = keyed.filter((columns) => columns.some((name) => sortKeys.has(name)));
  return [...new Map(wanted.map((columns) => [columns.join(), columns])).values()];
}
