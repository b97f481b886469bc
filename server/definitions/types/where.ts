import type { Decimal } from '../decimal-number.ts';

/** A value to compare with, as a record holds it: ids and 64-bit integers as bigints, decimals as strings or `Decimal`, times in milliseconds. */
type Value = string | number | bigint | boolean | Decimal;

/** What a condition may put after a field. */
export interface Comparisons {
  readonly eq?: Value;
  readonly ne?: Value;
  readonly lt?: Value;
  readonly lte?: Value;
  readonly gt?: Value;
  readonly gte?: Value;
  readonly in?: readonly Value[];
  readonly nin?: readonly Value[];
  readonly contains?: string;
  readonly ncontains?: string;
  readonly starts?: string;
  readonly ends?: string;
  readonly null?: boolean;
  /** For points: `'52.52,13.405,5000'`, and `'south,west,north,east'`. */
  readonly near?: string;
  readonly within?: string;
  /** For the field that holds a record's parent in a tree: records below, and above, the record of this id. */
  readonly below?: bigint;
  readonly above?: bigint;
}

/**
 * A condition on records in the form of a list's filter: `{ status: 'published' }`, `{ price: { lt: '10.00' } }`, `{ or: [{ open:
 * true }, { article: { status: 'published' } }] }`. All its parts must hold.
 */
export interface Where {
  readonly [field: string]: Value | null | Comparisons | Where | readonly Where[];
}

/** Some records of a collection. */
export type WhichRecords = 'all' | 'none' | Where;

/** The records that meet both. */
export function bothOf(one: WhichRecords, other: WhichRecords): WhichRecords {
  if (one === 'all' || other === 'none') return other;
  return other === 'all' || one === 'none' ? one : { and: [one, other] };
}

/** The records that meet one of the two. */
export function eitherOf(one: WhichRecords, other: WhichRecords): WhichRecords {
  if (one === 'none' || other === 'all') return other;
  return other === 'none' || one === 'all' ? one : { or: [one, other] };
}

/** What a condition compares, for the compiler alone: each field with its values and the words before them. */
export type ComparedIn<W> = W extends string
  ? W
  : W extends object
    ? {
        [K in keyof W]: K extends 'and' | 'or'
          ? W[K] extends readonly (infer Part)[]
            ? ComparedIn<Part>
            : never
          : K extends 'not'
            ? ComparedIn<W[K]>
            : readonly [K, ValuesIn<W[K]>, WordsIn<W[K]>];
      }[keyof W]
    : never;

/** The words of a comparison, such as `gte`. Behind a reference they are fields. */
type WordsIn<C> = C extends object ? keyof C : never;

/** The values after the operators of a field. Conditions behind a reference are not checked. */
type ValuesIn<C> = C extends object
  ? {
      [O in keyof C]: O extends 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
        ? C[O]
        : O extends 'in' | 'nin'
          ? C[O] extends readonly (infer One)[]
            ? One
            : never
          : never;
    }[keyof C]
  : C;
