import { type Definition, type Field, type Fields, Problem } from '../../definitions/for-server.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { matching } from './matching.ts';

/** How many values are tried for one field. */
const MOST_TRIES = 500;

/**
 * Makes up the values of fields. Those of one field are equal, or all different where the field has to tell records apart. Where
 * it holds few, such as the words of a choice, they come again: another field may tell the records apart, or they are not kept.
 */
export class MadeUpValues {
  readonly #used = new Map<string, Set<string>>();

  /** A value that the field takes; undefined if none was found: then the test has to give one. */
  async of({ name, fields }: Definition, field: string, isDistinct: boolean): Promise<unknown> {
    const kind = fields[field];
    if (!kind) return undefined;
    const key = `${name}.${field}`;
    const used = this.#used.get(key) ?? new Set();
    this.#used.set(key, used);
    const isNew = (value: unknown) => !isDistinct || !used.has(JSON.stringify(value));
    const next = await firstOf(kind, isNew);
    if (next === undefined) used.clear();
    const value = next ?? (await firstOf(kind));
    used.add(JSON.stringify(value));
    return value;
  }
}

async function firstOf(field: Field, fits: (value: unknown) => boolean = () => true): Promise<unknown> {
  for await (const value of candidates(field)) if (takes(field, value) && fits(value)) return value;
  return undefined;
}

async function* candidates(field: Field): AsyncIterable<unknown> {
  const { enum: choices, pattern } = field.input;
  if (Array.isArray(choices)) yield* choices as unknown[];
  else if (typeof pattern === 'string') yield* await matching(pattern, MOST_TRIES);
  if (field.nested) yield await nested(field.nested);
  for (let number = 0; number < MOST_TRIES; number++) yield* plain(field, number);
}

/** Values of many kinds; those of another number differ. */
function plain({ input: { minimum = 1 }, range }: Field, number: number): unknown[] {
  const day = new Date(Date.UTC(2026, 0, 1) + number * DAY_MS);
  return [
    ...(number === 0 ? [range?.min, range?.max, true] : []),
    `n${number + 1}`,
    `n${number + 1}@example.com`,
    `https://example.com/n${number + 1}`,
    Number(minimum) + number,
    `${number + 1}.00`,
    `${number + 1}`,
    day.toISOString().slice(0, 10),
    day.getTime(),
    `1,${number / 10}`,
    ...(number === 0 ? [[], {}] : []),
  ];
}

/** The least value of a field that holds fields. */
async function nested(parts: NonNullable<Field['nested']>): Promise<unknown> {
  if (parts.form === 'group') return members(parts.members);
  if (parts.form === 'list') {
    const item = await firstOf(parts.items);
    return item === undefined ? undefined : [item];
  }
  const [first] = Object.entries(parts.groups);
  return first && [{ type: first[0], ...(await members(first[1])) }];
}

async function members(fields: Fields): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.required) made[name] = await firstOf(field);
  }
  return made;
}

function takes(field: Field, value: unknown): boolean {
  return value !== undefined && !(field.clean(value) instanceof Problem);
}
