import type { Field, Fields, NestedFields } from '../field.ts';

/** A field at the end of a path of fields inside each other. */
export interface Leaf {
  /** The names of the fields, `sections.hero.film`; the elements of a list have none. */
  readonly path: string;
  readonly field: Field;
}

/** The fields with values inside a nested field; any other field itself. */
export function leavesOf(path: string, field: Field): Leaf[] {
  return field.nested ? leavesIn(path, field.nested) : [{ path, field }];
}

/** The fields with values inside nested fields. */
export function leavesIn(path: string, nested: NestedFields): Leaf[] {
  const inside = (members: Fields, at: string) =>
    Object.entries(members).flatMap(([name, member]) => leavesOf(`${at}.${name}`, member));
  switch (nested.form) {
    case 'group':
      return inside(nested.members, path);
    case 'list':
      return leavesOf(path, nested.items);
    case 'blocks':
      return [
        { path: `${path}.type`, field: nested.type },
        ...Object.entries(nested.groups).flatMap(([type, members]) => inside(members, `${path}.${type}`)),
      ];
  }
}

/** A value inside another one. */
interface LeafValue extends Leaf {
  readonly value: unknown;
}

/** The values inside a stored value, in their order, without nulls. */
export function* leafValues(path: string, field: Field, value: unknown): Generator<LeafValue> {
  if (value === null || value === undefined) return;
  if (field.nested) yield* leafValuesIn(path, field.nested, value);
  else yield { path, field, value };
}

/** The values inside a stored value of nested fields, in their order, without nulls. */
export function* leafValuesIn(path: string, nested: NestedFields, value: unknown): Generator<LeafValue> {
  switch (nested.form) {
    case 'group':
      yield* membersOf(path, nested.members, value);
      return;
    case 'list':
      for (const one of value as readonly unknown[]) yield* leafValues(path, nested.items, one);
      return;
    case 'blocks':
      for (const one of value as readonly Values[]) {
        const type = String(one.type);
        yield { path: `${path}.type`, field: nested.type, value: type };
        yield* membersOf(`${path}.${type}`, nested.groups[type] ?? {}, one);
      }
      return;
  }
}

type Values = Readonly<Record<string, unknown>>;

function* membersOf(path: string, members: Fields, value: unknown): Generator<LeafValue> {
  for (const [name, member] of Object.entries(members))
    yield* leafValues(`${path}.${name}`, member, (value as Values)[name]);
}

/** A stored value with some of the values inside it replaced. What becomes null leaves its list. */
export function withLeaves(
  path: string,
  field: Field,
  value: unknown,
  replace: (leaf: LeafValue) => unknown,
): unknown {
  const { nested } = field;
  if (value === null || value === undefined) return null;
  const inGroup = (members: Fields, at: string, group: Values) =>
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        withLeaves(`${at}.${name}`, member, group[name], replace),
      ]),
    );
  switch (nested?.form) {
    case 'group':
      return inGroup(nested.members, path, value as Values);
    case 'list':
      return (value as readonly unknown[])
        .map((one) => withLeaves(path, nested.items, one, replace))
        .filter((one) => one !== null);
    case 'blocks':
      return (value as readonly Values[]).map((one) => {
        const type = String(one.type);
        return { type, ...inGroup(nested.groups[type] ?? {}, `${path}.${type}`, one) };
      });
    default:
      return replace({ path, field, value });
  }
}
