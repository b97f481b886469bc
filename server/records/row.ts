import type { Shape } from '../../contract/column.ts';
import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';

/** A row of any definition. */
export type Row = Raw & { readonly id: bigint };

/** A row before and after it was written; a new one has no before. */
export type Change = readonly [before: Row | undefined, after: Row];

/** Whether a row may be touched. */
export type Claim = (row: Raw) => boolean;

/** Which rows of a record the caller may do this with; throws where it is none. */
export type ClaimOf = (definition: Definition) => Promise<Claim>;

/** The columns that a claim looks at: which row it is, and whose. */
export function claimShape({ columns }: Definition): Shape {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => /^(id|create_user_id)$/.test(name)));
}

/** Claims all rows of every record. */
export const everyRow: ClaimOf = async () => () => true;

/** The ids that a field of references holds, be it one or many. */
export function idsIn(row: Raw, field: string): readonly bigint[] {
  const value = row[field] as bigint | readonly bigint[] | null | undefined;
  if (value === null || value === undefined) return [];
  return typeof value === 'bigint' ? [value] : value;
}
