import type { Action, PastAction } from '../../contract/audit.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';

/** What can be done with a record's rows. */
export type Use = Action | PastAction;

/** What somebody may do. Asked wherever rows or fields are named, shown or written, and nowhere else. */
export interface Rights {
  /** The rows of a record that its rules for all these uses leave; none of one that is not served. */
  rows(definition: Definition, ...uses: readonly Use[]): Rows;
  /** The rows that may be told of, also of the server's own records. */
  known(definition: Definition): Rows;
  /** Whether a field may be named and shown; secret fields never are. */
  shows(definition: Definition, field: string): boolean;
  /** Whether a field may be given another value. */
  changes(definition: Definition, field: string): boolean;
}

/** Of what is written for the server alone. */
export const noRights: Rights = {
  rows: () => 'none',
  known: () => 'none',
  shows: () => false,
  changes: () => false,
};

/** Of whoever runs the server. */
export const allRights: Rights = {
  rows: () => 'all',
  known: () => 'all',
  shows: ({ fields }, field) => Object.hasOwn(fields, field),
  changes: () => true,
};
