import type { Members } from '../../../contract/column.ts';
import { Type } from '../../../contract/json-schema.ts';
import { message, type Text } from '../../messages/message.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import { name as NAME } from '../checks/option-checks.ts';
import { isPlainObject, shown } from '../checks/options.ts';
import type { Field, Fields, Kind, NestedFields, Policy } from '../field.ts';
import { Problem } from '../problem.ts';
import type { ValueOf } from '../types/input-of.ts';
import { leafValuesIn, leavesIn } from './leaves.ts';
import { indexColumn } from './nested-index.ts';

/** The value of a group of fields. */
export type GroupValue<F extends Fields> = { readonly [N in keyof F]: ValueOf<F[N]> };

/** How deep fields may be nested. */
const MAX_LEVELS = 5;
/** The most characters that a value takes as JSON. */
const MAX_CHARACTERS = 200_000;
/** The most markup in all rich texts of a value together; parsing as much takes some 30 ms. */
const MAX_MARKS = 20_000;
/** What costs parsers time, in texts as JSON. */
const MARKS = /[<*_~`[\]|#]|\\n/g;
/** The most values inside a value by which records are found. */
const MAX_VALUES = 2000;

const OPERATORS: readonly string[] = 'eq ne lt lte gt gte in contains starts null and or'.split(' ');

/** What is wrong with the fields of a group, as sentences. */
export function problemsOfMembers(members: unknown, reserved: readonly string[] = []): string[] {
  if (!isPlainObject(members) || Object.keys(members).length === 0)
    return [`its fields must be an object such as { street: text({ max: 50 }) }, not ${shown(members)}`];
  return Object.entries(members).flatMap(([name, member]) => {
    if (!NAME.accepts(name) || name in Object.prototype) return `'${name}': the name must be ${NAME.allowed}`;
    if (OPERATORS.includes(name)) return `'${name}': filters use this name`;
    if (reserved.includes(name)) return `'${name}': this name says which of the blocks it is`;
    return problemsOfMember(member).map((problem) => `'${name}': ${problem}`);
  });
}

function isField(value: unknown): value is Field {
  return isPlainObject(value) && 'column' in value; // only fields have one
}

/** The problems of a nested field, as sentences. */
export function problemsOfMember(field: unknown): string[] {
  if (!isField(field))
    return [
      isPlainObject(field) && Object.values(field).some(isField)
        ? 'must be one field: put several into group({ … })'
        : `must be a field such as text({ max: 50 }), not ${shown(field)}`,
    ];
  if (field.problems && field.problems.length > 0) return [...field.problems];
  const problems = [
    field.made && 'a slug is made from a field of the collection itself; use text with a pattern',
    field.tree && 'a tree belongs to the collection itself',
    field.position && 'a position belongs to the collection itself',
    field.unique && 'unique belongs to the collection itself, not to a part of a value',
    field.indexed && field.target === undefined && 'values inside others are indexed already',
    field.localised && 'localised belongs to fields of the collection itself',
    field.collation !== undefined && 'lists are not sorted by parts of a value, so collation says nothing',
    field.secret && 'secret belongs to the whole field',
    field.searchable && 'q does not search inside groups and lists',
    (field.read ?? field.write) && 'read and write belong to the whole field',
    field.legacy !== undefined && 'legacy belongs to the whole field',
    field.onDelete === 'delete' && "onDelete: 'delete' would delete a record for a part of it",
    field.initial instanceof Problem && 'its default does not fit',
    field.target !== undefined &&
      field.initial !== null &&
      !isEmptyList(field.initial) &&
      'a default refers to no record',
    levelsOf(field) >= MAX_LEVELS && `fields stand in each other at most ${MAX_LEVELS} levels deep`,
  ];
  return problems.filter((one) => typeof one === 'string');
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function levelsOf({ nested }: Field): number {
  const inside = (members: Fields) => Object.values(members);
  switch (nested?.form) {
    case 'group':
      return 1 + Math.max(0, ...inside(nested.members).map(levelsOf));
    case 'list':
      return 1 + levelsOf(nested.items);
    case 'blocks':
      return 1 + Math.max(0, ...Object.values(nested.groups).flatMap((one) => inside(one).map(levelsOf)));
    default:
      return 0;
  }
}

/** The columns of a group's values. */
export function columnsOf(members: Fields): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, { column, nullable }]) => [name, { column, nullable }]),
  );
}

/** The schemas of a group: what may be sent, and what is answered. */
export function schemasOf(
  members: Fields,
  first: Readonly<Record<string, ReturnType<typeof Type.String>>> = {},
) {
  const entries = Object.entries(members);
  const sent = entries.map(([name, { input, required }]) => [name, required ? input : Type.Optional(input)]);
  return {
    schema: Type.Object({ ...first, ...Object.fromEntries(sent) }),
    output: Type.Object({
      ...first,
      ...Object.fromEntries(entries.map(([name, { output }]) => [name, output])),
    }),
  };
}

/** The common part of all nested kinds: the column, and the limits of values. */
export function nestedKind<Value>(
  kind: Pick<Kind<Value>, 'kind' | 'schema' | 'output' | 'clean' | 'column' | 'fixed'> & {
    readonly nested: NestedFields;
  },
): Kind<Value> {
  const leaves = leavesIn('', kind.nested);
  const policies = leaves.flatMap(({ path, field }) =>
    field.policy === undefined || field.policy === 'text' ? [] : `${path.slice(1)}=${field.policy}`,
  );
  const policy: Policy = policies.length > 0 ? `nested ${policies.join()}` : 'text';
  const isSlow = leaves.some(({ field }) => field.isSlow);
  return {
    ...kind,
    policy,
    ...(isSlow && { isSlow: true as const }),
    clean(value) {
      const tooMuch = isSlow && problemOfMarkup(value);
      if (tooMuch) return tooMuch;
      const cleaned = kind.clean(value);
      return cleaned instanceof Problem ? cleaned : (problemOfSize(kind.nested, cleaned) ?? cleaned);
    },
  };
}

const tooLong = (json: string) =>
  json.length > MAX_CHARACTERS ? new Problem(message('tooLong', { max: MAX_CHARACTERS })) : undefined;

/** The problem of a value whose rich texts take too long to parse. */
function problemOfMarkup(value: unknown): Problem | undefined {
  const json = toJson(value ?? null);
  const marks = tooLong(json) ? 0 : json.matchAll(MARKS).toArray().length;
  return marks > MAX_MARKS ? new Problem(message('tooMuchMarkup', { max: MAX_MARKS })) : tooLong(json);
}

function problemOfSize(nested: NestedFields, value: unknown): Problem | undefined {
  const problem = tooLong(toJson(value));
  if (problem) return problem;
  let count = 0;
  for (const { field, value: one } of leafValuesIn('', nested, value))
    if (indexColumn(field)) count += Array.isArray(one) ? one.length : 1;
  return count > MAX_VALUES ? new Problem(message('tooManyNested', { max: MAX_VALUES })) : undefined;
}

/** Collects what is wrong with the parts of a value. */
class PartProblems {
  readonly #within: Record<string, Text> = Object.create(null) as Record<string, Text>;
  #first: Text | undefined;

  add(path: string, { text, within }: Problem): void {
    this.#first ??= text;
    if (!within) this.#within[path] = text;
    for (const [inner, problem] of Object.entries(within ?? {})) this.#within[`${path}.${inner}`] = problem;
  }

  get problem(): Problem | undefined {
    return this.#first === undefined ? undefined : new Problem(this.#first, this.#within);
  }
}

/** The stored values of a group, including members that were not sent. */
export function cleanGroup(members: Fields, value: unknown): Readonly<Record<string, unknown>> | Problem {
  const names = Object.keys(members);
  if (!isPlainObject(value) || value instanceof ExactNumber)
    return new Problem(message('notAGroup', { members: names }));
  const problems = new PartProblems();
  for (const name of Object.keys(value))
    if (!names.includes(name))
      problems.add(name.slice(0, 60), new Problem(message('notAMember', { members: names })));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(members)) {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    const cleaned = sent === undefined ? initialOf(field) : cleanPart(field, sent);
    if (cleaned instanceof Problem) problems.add(name, cleaned);
    else values[name] = cleaned;
  }
  return problems.problem ?? values;
}

function initialOf({ required, initial, nullable }: Field): unknown {
  return required || (initial === null && !nullable) ? new Problem(message('missing')) : initial;
}

function cleanPart(field: Field, value: unknown): unknown {
  if (value !== null) return field.clean(value);
  return field.nullable ? null : new Problem(message('empty'));
}

/** The elements of a list as they are stored. */
export function cleanList(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  clean: (element: unknown) => unknown,
): readonly unknown[] | Problem {
  if (!Array.isArray(value)) return new Problem(message('notAList'));
  if (value.length < min || value.length > max)
    return new Problem(message('wrongNumberOfElements', { min, max }));
  const problems = new PartProblems();
  const cleaned = value.map((one, index) => {
    const element = one === null || one === undefined ? new Problem(message('empty')) : clean(one);
    if (element instanceof Problem) problems.add(String(index), element);
    return element;
  });
  return problems.problem ?? cleaned;
}
