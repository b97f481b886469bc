import type { AuditForm } from '../../../contract/audit.ts';
import type { Definition } from '../define-collection.ts';
import type { InputOf, StoredRow } from './input-of.ts';

type AnyRow = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** A stored row of a definition: `RowOf<typeof book>`. Of a definition known only at run time, a row of any fields. */
export type RowOf<D> = Definition extends D
  ? AnyRow
  : D extends Definition<infer F, infer A extends AuditForm>
    ? StoredRow<F, A>
    : never;

/**
 * `NewRow<typeof book>`: as InputOf, from a definition. Of a definition known only at run time, any values: they are
 * checked when they are written.
 */
export type NewRow<D> = Definition extends D
  ? Readonly<Record<string, unknown>>
  : D extends Definition<infer F, AuditForm>
    ? InputOf<F>
    : never;

/** `RowChanges<typeof book>`: any of the fields. */
export type RowChanges<D> = Partial<NewRow<D>>;
