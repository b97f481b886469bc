import { suggestion } from '../../shared/text/words.ts';
import { name, wholeNumber } from '../checks/option-checks.ts';
import { isPlainObject, type OptionTable, problemsOfOptions, shown } from '../checks/options.ts';
import type { Field } from '../field.ts';
import type { ReferenceName } from '../types/collections-api.ts';

interface WayOptions {
  /** The order of the records that refer to one, such as `-starts_at`; by default that of their ids. */
  readonly sort?: string;
  /** How many of them an answer shows for each record. */
  readonly limit?: number;
}

/** The way back along a reference, as a definition names it. No column holds it. */
export interface WayBack {
  readonly back: string;
  readonly sort: string;
  readonly limit: number;
  readonly problems: readonly string[];
}

/** A way back whose collection and field exist. */
export interface Way extends WayBack {
  /** The collection that refers, and its field. */
  readonly collection: string;
  readonly field: string;
}

const USUAL_LIMIT = 10;
const MOST = 100;
const sort = {
  allowed: "fields to sort by, such as '-starts_at'",
  accepts: (value: unknown) => typeof value === 'string' && value !== '',
};
const OPTIONS: OptionTable<WayOptions> = {
  owner: 'referredBy',
  checks: { sort, limit: wholeNumber(1, MOST) },
};

/**
 * The records of another collection that refer to a record: `referredBy('screening.film')`. Named by text, so that definitions that
 * refer to each other need not import each other.
 */
export function referredBy(back: ReferenceName, options: WayOptions = {}): WayBack {
  const [collection, field, ...others] = typeof back === 'string' ? back.split('.') : [];
  const isPath = name.accepts(collection) && name.accepts(field) && others.length === 0;
  return {
    back,
    sort: options.sort ?? '',
    limit: options.limit ?? USUAL_LIMIT,
    problems: [
      ...(isPath
        ? []
        : [`names a collection and its reference, such as 'screening.film', not ${shown(back)}`]),
      ...problemsOfOptions(OPTIONS, options),
    ],
  };
}

/** The problems of a collection's ways back, as sentences. */
export function problemsOfWays(ways: Readonly<Record<string, unknown>>, fields: object): string[] {
  return Object.entries(ways).flatMap(([way, back]) => {
    const problems = isWayBack(back)
      ? back.problems
      : [`must be made by referredBy('screening.film'), not ${shown(back)}`];
    const isTaken = TAKEN.includes(way) || Object.hasOwn(fields, way);
    return [
      ...(name.accepts(way) ? [] : [`the name must be ${name.allowed}`]),
      ...(isTaken ? ['the name is taken'] : []),
      ...problems,
    ].map((problem) => `way back '${way}': ${problem}`);
  });
}

/** Whether `referredBy` made this. */
export function isWayBack(given: unknown): given is WayBack {
  return isPlainObject(given) && 'back' in given && Array.isArray(given.problems);
}

/** Names that answers and filters use for something else. */
const TAKEN = ['constructor', 'expanded', 'counts', 'can', 'id', 'and', 'or'];

/** The collections that a way back is found in, by their names. */
type Records = ReadonlyMap<
  string,
  { readonly fields: Readonly<Record<string, Field>>; readonly columns: object }
>;

/** The way back to `target` with its collection and field, or what is wrong with it, with the name that was probably meant. */
export function findWay(way: WayBack, target: string, store: Records): Way | string {
  const [collection = '', field = ''] = way.back.split('.');
  const there = store.get(collection);
  if (!there)
    return `names '${collection}', which is no collection${suggestion(collection, [...store.keys()])}`;
  const leadsThere = (one?: Field) => one?.target === target && one.column.type === 'bigint';
  const references = Object.keys(there.fields).filter((one) => leadsThere(there.fields[one]));
  const found = there.fields[field];
  if (!found || found.target !== target) {
    const allowed = references.map((one) => `${collection}.${one}`).join(', ') || `none of '${collection}'`;
    return `names '${way.back}', which is no reference to '${target}'${suggestion(field, references)} (allowed: ${allowed})`;
  }
  if (found.column.type !== 'bigint')
    return `names '${way.back}', which refers to many records; ways back lead along references to one`;
  const columns = Object.keys(there.columns);
  const unknown = way.sort
    .split(',')
    .map((one) => one.replace(/^-/, ''))
    .find((one) => one !== '' && !columns.includes(one));
  if (unknown !== undefined)
    return `sorts by '${unknown}', which '${collection}' does not have${suggestion(unknown, columns)}`;
  return { ...way, collection, field };
}
