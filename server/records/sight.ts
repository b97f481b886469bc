import type { Definition } from '../definitions/define-record.ts';

/** Which rows of a record somebody sees: all, those that one user made, or none at all. */
export type Visible = 'all' | 'none' | { readonly madeBy: bigint };

/** What somebody may see. Asked wherever a query names a field or follows a reference, and nowhere else. */
export interface Sight {
  rows(definition: Definition): Visible;
  /** Whether a field may be named and shown; secret fields never are. */
  shows(definition: Definition, field: string): boolean;
}
