import type { AuditForm } from '../../../contract/audit.ts';
import type { Definition } from '../define-collection.ts';
import type { InputOf, StoredRecord } from './input-of.ts';

type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** A stored record of a definition: `RecordOf<typeof book>`. Of a definition known only at run time, a record of any fields. */
export type RecordOf<D> = Definition extends D
  ? AnyRecord
  : D extends Definition<infer F, infer A extends AuditForm>
    ? StoredRecord<F, A>
    : never;

/**
 * `NewRecord<typeof book>`: as InputOf, from a definition. Of a definition known only at run time, any values: they are
 * checked when they are written.
 */
export type NewRecord<D> = Definition extends D
  ? Readonly<Record<string, unknown>>
  : D extends Definition<infer F, AuditForm>
    ? InputOf<F>
    : never;

/** `RecordChanges<typeof book>`: any of the fields. */
export type RecordChanges<D> = Partial<NewRecord<D>>;
