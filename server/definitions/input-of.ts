import type { AuditForm } from '../../contract/audit.ts';
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

interface AuditValues {
  full: AuditValues['creation'] & {
    readonly update_time: number;
    readonly update_user_id: bigint;
    readonly delete_time: number | null;
    readonly delete_user_id: bigint | null;
    readonly is_deleted: boolean;
  };
  creation: { readonly create_time: number; readonly create_user_id: bigint };
  none: unknown;
}

/** What is kept of fields and an audit form. */
export type StoredRow<F extends Fields, A extends AuditForm> = { readonly id: bigint } & {
  readonly [N in keyof F]: ValueOf<F[N]>;
} & AuditValues[A];
