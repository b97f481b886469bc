import type { Raw } from '../database/engine.ts';

/** A row of any definition. */
export type Row = Raw & { readonly id: bigint };

/** Whether a row may be touched. */
export type Claim = (row: Raw) => boolean;
