import { hash } from 'node:crypto';
import type { Field, Fields, NestedFields } from './field.ts';
import { leavesIn } from './nested/leaves.ts';

/** The most characters of a rule that is recorded in full; of a longer one, a hash. */
const LONGEST = 2000;

/** Kinds whose rules can be compared with each other's, because one holds what the other holds, and more. */
const families: Readonly<Record<string, string>> = { 'long-text': 'text', bigint: 'integer' };

/** The greatest and least number of 64 bits, which bound a number that its author has not bounded. */
const INT64 = { min: String(-(2n ** 63n)), max: String(2n ** 63n - 1n) };

const known = new WeakMap<Field, string>();

/**
 * Which values a field accepts, as text: equal for equal rules. It names bounds, words and patterns, of the fields inside as
 * well, and neither labels nor access. A reference's target is not part of it.
 */
export function ruleOf(field: Field): string {
  const before = known.get(field);
  if (before !== undefined) return before;
  const whole = JSON.stringify(described(field));
  const rule = whole.length > LONGEST ? hash('sha256', whole) : whole;
  known.set(field, rule);
  return rule;
}

interface Rule {
  readonly kind: string;
  readonly min?: unknown;
  readonly max?: unknown;
  readonly choices?: readonly unknown[];
  /** The rules of the fields inside, by their names. */
  readonly inside?: Readonly<Record<string, Rule>>;
  readonly [limit: string]: unknown;
}

function described(field: Field): Rule {
  const { kind, column, limits: given = {}, input, nested, legacy, renamedWords, isDistinct } = field;
  const { required, ...limits } = given; // of kinds without a length, it is about null alone
  const { minLength, minimum, minItems, maxLength, maximum, maxItems, enum: words } = input;
  const { min = minLength ?? minimum ?? minItems, max = maxLength ?? maximum ?? maxItems } = {
    ...(kind === 'bigint' && INT64),
    ...limits,
  };
  return {
    kind: families[kind] ?? kind,
    ...limits,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(required === true && column.type === 'text' && min === undefined && { required }),
    ...(kind === 'choice' && { choices: (words ?? []).filter((word) => word !== null) }),
    ...(renamedWords && { renamedWords }),
    ...(isDistinct && { isDistinct }), // values that people take for the same are stored alike
    ...(legacy !== undefined && { legacy: true }),
    ...(nested && { inside: inside(nested) }),
  };
}

function inside(nested: NestedFields): Readonly<Record<string, Rule>> {
  const ofMembers = (members: Fields, before = '') =>
    Object.entries(members).map(([name, member]) => [before + name, described(member)] as const);
  switch (nested.form) {
    case 'group':
      return Object.fromEntries(ofMembers(nested.members));
    case 'list':
      return { element: described(nested.items) };
    case 'blocks':
      return Object.fromEntries(
        Object.entries(nested.groups).flatMap(([type, members]) => ofMembers(members, `${type}.`)),
      );
  }
}

/** Whether every value that one rule accepts is certainly accepted by another. False only means that values must be looked at. */
export function isWithinRule(one: string, other: string): boolean {
  if (one === other) return true;
  return one.startsWith('{') && other.startsWith('{') && isWithin(JSON.parse(one), JSON.parse(other));
}

function isWithin(one: Rule, other: Rule): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((limit) => {
    const [old, now] = [one[limit], other[limit]];
    switch (limit) {
      case 'choices':
        return new Set(one.choices).isSubsetOf(new Set(other.choices));
      case 'inside':
        return areWithin(one.inside, other.inside);
      case 'min':
        return now === undefined || isSame(old, now) || Number(old) > Number(now);
      case 'required':
        return now === undefined;
      case 'isDistinct':
        return now === undefined || isSame(old, now);
      case 'max':
      case 'depth':
        return isSame(old, now) || Number(old) < Number(now);
      default:
        return isSame(old, now);
    }
  });
}

/** Further fields may have come: what their columns hold then is the table's matter. */
function areWithin(one: Rule['inside'] = {}, other: Rule['inside'] = {}): boolean {
  return Object.entries(one).every(([name, old]) => {
    const now = other[name];
    return now !== undefined && isWithin(old, now);
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The targets of a field's references by their paths inside it; that of the field itself has the path ''. */
export function targetsIn({ target, nested }: Field): Readonly<Record<string, string>> {
  if (target !== undefined) return { '': target };
  if (!nested) return {};
  return Object.fromEntries(
    leavesIn('', nested).flatMap(({ path, field }) =>
      field.target === undefined ? [] : [[path, field.target] as const],
    ),
  );
}
