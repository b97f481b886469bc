import type { FieldDescription, InnerField } from '../../../server/client/runtime/descriptions.ts';
import { fromText } from '../../../server/shared/exact-json.ts';
import { readValue } from './field-values.ts';
import type { Values } from './record-merge.ts';

/** What this needs to know of a collection. */
interface Referring {
  readonly name: string;
  readonly fields: readonly FieldDescription[];
}

/** A reference of a collection, at the top of its records or inside a field. */
export interface Relation<D extends Referring = Referring> {
  readonly collection: D;
  /** The field of the record, which holds the reference or is it. */
  readonly field: FieldDescription;
  /** The name of the field, or the way to the reference inside it: `lines.product`. */
  readonly path: string;
  readonly reference: InnerField;
}

/** The references that the user may read in records of a collection. */
export function relationsOf<D extends Referring>(collection: D): Relation<D>[] {
  return collection.fields
    .filter(({ readable, translates }) => readable && translates === undefined)
    .flatMap((field) => referencesIn(field, field.name).map((found) => ({ collection, field, ...found })));
}

/** The references of all collections that lead to a collection, as far as the user may list by them. */
export function relationsTo<D extends Referring>(
  { name }: Pick<Referring, 'name'>,
  listed: readonly D[],
): Relation<D>[] {
  return listed
    .flatMap((one) => relationsOf(one))
    .filter(({ field, reference }) => reference.target === name && field.locale === undefined)
    .filter((relation) => isInner(relation) || relation.field.filters.includes('eq'));
}

/** Whether a reference stands inside a field. */
export function isInner({ field, path }: Relation): boolean {
  return path !== field.name;
}

/** The ids that a record holds by a reference, each once, in their order. */
export function idsBy({ field, path, reference }: Relation, values: Values): string[] {
  const value = values[field.name] ?? null;
  const held = path === field.name ? [value] : heldAt(field, fromJson(value), path.split('.').slice(1));
  const ids = held.flatMap((one) => readValue(reference, one) ?? []).map(String);
  return [...new Set(ids)].filter((id) => id !== '');
}

/** The references at a field and inside it. */
function referencesIn(field: InnerField, path: string): { path: string; reference: InnerField }[] {
  const { members = [], items, blocks = [] } = field;
  const within = (some: readonly InnerField[], at: string) =>
    some.flatMap((one) => referencesIn(one, `${at}.${one.name}`));
  return [
    ...(field.target === undefined ? [] : [{ path, reference: field }]),
    ...within(members, path),
    ...(items ? referencesIn(items, path) : []),
    ...blocks.flatMap(({ type, members: inner }) => within(inner, `${path}.${type}`)),
  ];
}

/** What a value holds at the end of a way through its groups, lists and blocks. */
function heldAt({ members, items, blocks }: InnerField, value: unknown, way: readonly string[]): unknown[] {
  if (value === null || value === undefined) return [];
  const [name, ...further] = way;
  if (items) return (value as unknown[]).flatMap((one) => heldAt(items, one, way));
  if (blocks) {
    const found = blocks.find(({ type }) => type === name);
    const some = (value as { readonly type: string }[]).filter(({ type }) => type === name);
    return found ? some.flatMap((one) => heldIn(found.members, one, further)) : [];
  }
  return members ? heldIn(members, value, way) : [value];
}

function heldIn(members: readonly InnerField[], group: unknown, [name = '', ...further]: readonly string[]) {
  const member = members.find((one) => one.name === name);
  return member ? heldAt(member, (group as Readonly<Record<string, unknown>>)[name], further) : [];
}

/** Forms hold nested values as texts. */
function fromJson(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? fromText(value) : null;
}
