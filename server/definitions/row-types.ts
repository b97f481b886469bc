import type { AuditForm } from '../../contract/audit.ts';
import type { Definition } from './define-record.ts';
import type { InputOf, StoredRow } from './input-of.ts';

/** A stored row of a definition: `RowOf<typeof book>`. */
export type RowOf<D> = D extends Definition<infer F, infer A extends AuditForm> ? StoredRow<F, A> : never;

/** `NewRow<typeof book>`: as InputOf, from a definition. */
export type NewRow<D> = D extends Definition<infer F, AuditForm> ? InputOf<F> : never;

/** `RowChanges<typeof book>`: any of the fields. */
export type RowChanges<D> = Partial<NewRow<D>>;
