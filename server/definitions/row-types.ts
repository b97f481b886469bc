import type { AuditForm } from '../../contract/audit.ts';
import type { Definition } from './define-record.ts';
import type { InputOf, ValueOf } from './input-of.ts';

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

/** A stored row of a definition: `RowOf<typeof book>`. */
export type RowOf<D> =
  D extends Definition<infer F, infer A extends AuditForm>
    ? { readonly id: bigint } & { readonly [N in keyof F]: ValueOf<F[N]> } & AuditValues[A]
    : never;

/** `NewRow<typeof book>`: as InputOf, from a definition. */
export type NewRow<D> = D extends Definition<infer F, AuditForm> ? InputOf<F> : never;

/** `RowChanges<typeof book>`: any of the fields. */
export type RowChanges<D> = Partial<NewRow<D>>;
