import { type Answer, decode, type Form, type Forms } from './answers.ts';
import type { Narrowing } from './requests.ts';
import type { Shape } from './shapes.ts';

type Measured = 'sum' | 'avg' | 'min' | 'max';

/** `count`, or a measure of a field: `sum.price`, `max.create_time`. */
export type Measure<S extends Shape> =
  | 'count'
  | { [M in Measured]: `${M}.${keyof S['measures'][M] & string}` }[Measured];

/** A field, a period of one, or a field behind a reference: `status`, `create_time.week`, `author.name`. */
export type GroupBy<S extends Shape> = Exclude<S['sort'], `-${string}`>;

export interface AggregateRequest<S extends Shape, M extends Measure<S>, G extends GroupBy<S>>
  extends Narrowing<S> {
  /** What is computed of each group; the number of its records by default. */
  readonly select?: readonly M[];
  /** What the records of a group share; without it, all records are one group. */
  readonly group?: readonly G[];
  /** Where days, weeks, months and years begin, such as `Europe/Berlin`; UTC by default. */
  readonly zone?: string;
  readonly count?: number;
  /** The `next` of the groups before. */
  readonly after?: string;
}

/** What was asked of one group. Sums are exact at any size; null where a group has no value. */
export type Group<S extends Shape, M extends Measure<S>, G extends GroupBy<S>> = {
  readonly group: {
    readonly [N in G]: N extends keyof S['record'] ? S['record'][N] : string | number | boolean | null;
  };
} & ('count' extends M ? { readonly count: number } : unknown) & {
    readonly [K in Measured as M extends `${K}.${string}` ? K : never]: {
      readonly [F in keyof S['measures'][K] & string as `${K}.${F}` extends M
        ? F
        : never]: S['measures'][K][F];
    };
  };

/** Groups in the order of what their records share. */
export interface GroupPage<Item> {
  readonly items: readonly Item[];
  readonly count: number;
  readonly next: string | null;
}

/** A group with ids as text, and with sums and 64-bit integers as bigints. */
export function decodeGroup(forms: Forms, form: Form, answer: Answer): Answer {
  const { group, sum, min, max } = answer as Readonly<Record<string, Answer | undefined>>;
  const sums = Object.entries(sum ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? BigInt(value) : value,
  ]);
  return {
    ...answer,
    group: decode(forms, form, group ?? {}),
    ...(sum && { sum: Object.fromEntries(sums) }),
    ...(min && { min: decode(forms, form, min) }),
    ...(max && { max: decode(forms, form, max) }),
  };
}
