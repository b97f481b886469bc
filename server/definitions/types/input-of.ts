import type { AuditForm } from '../../../contract/audit.ts';
import type { DecimalColumn } from '../../../contract/column.ts';
import type { Decimal } from '../decimal-number.ts';
import type { Field, Fields } from '../field.ts';

/** The type of a field's value in a record. */
export type ValueOf<F> = F extends Field<infer Value, boolean> ? Value : never;
type RequiredNames<F extends Fields> = {
  [N in keyof F]: F[N] extends Field<never, true> | Field<unknown, true> ? N : never;
}[keyof F];

/** The type of a value that own code may write into a field. */
export type WrittenTo<F> = F extends { readonly column: DecimalColumn } ? ValueOf<F> | Decimal : ValueOf<F>;

/** The values that create a record: required fields and any others. */
export type InputOf<F extends Fields> = { readonly [N in RequiredNames<F>]: WrittenTo<F[N]> } & {
  readonly [N in Exclude<keyof F, RequiredNames<F>>]?: WrittenTo<F[N]>;
};

/** Marks a field whose value is made from another one when a record is created without it. */
export interface MadeField<From extends string = string> {
  readonly made: { readonly from: From };
}

/** The checked values of a new record: every field, with its default or null where none was sent. */
export type CheckedValues<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends MadeField ? ValueOf<F[N]> | null : ValueOf<F[N]>;
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

/** The columns of fields and an audit form. */
export type StoredRecord<F extends Fields, A extends AuditForm> = { readonly id: bigint } & {
  readonly [N in keyof F]: ValueOf<F[N]>;
} & AuditValues[A];
