import type { ForeignColumn } from '../schema/foreign-schema.ts';
import type { Facts } from './facts.ts';

/** How a column is served: the function that makes its field, and the SQL that answers its values as Quire stores them. */
export interface ServedColumn {
  readonly make:
    | 'bigint'
    | 'boolean'
    | 'choice'
    | 'date'
    | 'dateTime'
    | 'decimal'
    | 'integer'
    | 'json'
    | 'longText'
    | 'text';
  /** The words of a choice. */
  readonly words?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly sql: string;
  /** The SQL that turns a stored value, `?`, into one of the column; undefined if none does, and the column is only read. */
  readonly back?: string;
  /** What the reader of the report should know. */
  readonly note?: string;
}

/** Why a column is not served. */
export interface LeftOut {
  readonly leftOut: string;
}

/** The form of a column; `name` is its quoted name. */
export type ServeColumn = (column: ForeignColumn, name: string, facts: Facts) => ServedColumn | LeftOut;

/** The way back of values that are stored as they are served. */
export const AS_IT_IS = '?';

/** A column whose values are stored as they are served. */
export function plain(
  make: ServedColumn['make'],
  sql: string,
  options?: ServedColumn['options'],
): ServedColumn {
  return { make, ...(options && { options }), sql, back: AS_IT_IS };
}

/** Texts that are no longer are short fields, by which lists are sorted and which can be titles. */
const LONGEST_SHORT = 1000;
/** A word of a choice has no more characters; there are no more of them in one check. */
const LONGEST_WORD = 60;
const MOST_WORDS = 100;

/** A column of texts: a choice where only some words are allowed, a short field where texts are bounded or few are long. */
export function textOf({ words, sizes }: ForeignColumn, sql: string, { longest }: Facts): ServedColumn {
  if (
    words &&
    words.length <= MOST_WORDS &&
    words.every((word) => word !== '' && word.length <= LONGEST_WORD)
  )
    return { make: 'choice', words, sql, back: AS_IT_IS };
  const [size = longest <= LONGEST_SHORT / 4 ? LONGEST_SHORT : undefined] = sizes;
  if (size !== undefined && size <= LONGEST_SHORT)
    return { make: 'text', options: { max: size }, sql, back: AS_IT_IS };
  return { make: 'longText', sql, back: AS_IT_IS };
}

/** More digits do not fit into the 64 bits of a decimal. */
const MOST_DIGITS = 18;

/**
 * A decimal of this many digits, whose whole number of smallest units `unscaled` answers; if it is too long, a number of JSON. `back`
 * gets the smallest unit, or an empty text for a number of JSON.
 */
export function decimalOf(
  { sizes: [precision, scale = 0] }: ForeignColumn,
  unscaled: (factor: string) => string,
  asJson: string,
  back: (unit: string) => string,
): ServedColumn {
  if (precision === undefined || precision > MOST_DIGITS || scale > precision || scale < 0)
    return {
      make: 'json',
      sql: asJson,
      back: back(''),
      note: 'a number of JSON, which lists do not sort by',
    };
  const unit = scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`;
  return {
    make: 'decimal',
    options: { precision, scale },
    sql: unscaled(`1${'0'.repeat(scale)}`),
    back: back(unit),
  };
}

/** A number that is not exact. */
export function floatOf(sql: string, back: string): ServedColumn {
  return { make: 'json', sql, back, note: 'a number of JSON, which lists do not sort by' };
}

export const BYTES: LeftOut = { leftOut: 'it holds bytes' };

export function unknownType({ type }: ForeignColumn): LeftOut {
  return { leftOut: `no field holds values of its type, ${type}` };
}
