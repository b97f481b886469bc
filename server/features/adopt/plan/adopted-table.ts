import type { ForeignColumn, ForeignTable } from '../schema/foreign-schema.ts';
import type { Key } from './key-of.ts';
import type { ServedColumn } from './served-column.ts';

/** A table or view that is served, and how. */
export interface AdoptedTable {
  readonly table: ForeignTable;
  /** The table in SQL. */
  readonly from: string;
  /** The name of its collection. */
  readonly name: string;
  readonly key: Key;
  readonly fields: readonly AdoptedField[];
  /** The columns that say when a row was made and last changed, by the names that records have for them. */
  readonly times: readonly AdoptedField[];
  readonly leftOut: readonly { readonly column: string; readonly why: string }[];
  /** What is written of it. */
  readonly writes: PlannedWrites;
}

export interface AdoptedField {
  readonly name: string;
  readonly column: ForeignColumn;
  /** The collection that it refers to, or how its values are served. */
  readonly served: { readonly reference: string; readonly sql: string } | ServedColumn;
}

/** What can be written of a table, or why nothing can. */
export type PlannedWrites =
  | {
      readonly uses: readonly ('create' | 'update' | 'delete')[];
      /** Where the key of a new row comes from. */
      readonly newKeys: 'database' | 'uuid' | undefined;
      /** The written columns, by field and by time, with SQL that makes their values where they are not stored as they are. */
      readonly columns: readonly { readonly name: string; readonly column: string; readonly sql: string }[];
      /** Why no row can be created; undefined if some can. */
      readonly noCreation: string | undefined;
    }
  | { readonly readOnly: string };
