import type { Field, Fields } from './field.ts';

/** What a row holds in a field. */
export type ValueOf<F> = F extends Field<infer Value, boolean> ? Value : never;
type RequiredNames<F extends Fields> = {
  [N in keyof F]: F[N] extends Field<never, true> | Field<unknown, true> ? N : never;
}[keyof F];

/** What is needed to create a row: required fields must be there, others may. */
export type InputOf<F extends Fields> = { readonly [N in RequiredNames<F>]: ValueOf<F[N]> } & {
  readonly [N in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[N]>;
};
