import type { Many, One } from './shapes.ts';

/** The named expansions and no others; without this, the compiler accepts more. */
export type Only<S, E> = {
  readonly [K in keyof E]: S extends { readonly expand: infer X }
    ? K extends keyof X
      ? E[K] extends true
        ? true
        : X[K] extends { readonly shape: infer T }
          ? Only<T, E[K]>
          : never
      : never
    : never;
};

export type Nothing = Record<never, never>;

type RecordOf<S> = S extends { readonly record: infer R } ? R : never;

type Followed<X, E> =
  X extends Many<infer T> ? readonly Whole<T, E>[] : X extends One<infer T> ? Whole<T, E> | null : never;

type Whole<S, E> = RecordOf<S> & Expanded<S, E extends true ? Nothing : E>;

export type Expanded<S, E> = [keyof E] extends [never]
  ? unknown
  : S extends { readonly expand: infer X }
    ? { readonly expanded: { readonly [K in keyof E & keyof X]: Followed<X[K], E[K]> } }
    : never;
