import {
  ACTIONS,
  type Action,
  type DraftAction,
  PAST_ACTIONS,
  type PastAction,
} from '../../contract/audit.ts';
import type { Definition, WhichRecords } from '../definitions/for-server.ts';

/** What can be done with a collection's records. */
export type Use = Action | PastAction | DraftAction;

/** The uses that change nothing. */
export const READING: ReadonlySet<Use> = new Set(['read', 'history', 'trash', 'drafts']);

/** What can be done with the record of a singleton, beside its past. */
const SINGLETON_ACTIONS = ['read', 'update'] as const satisfies Action[];

/** The uses that a collection has at all. */
export function usesOf(definition: Definition): readonly Use[] {
  const { access, isFollowed } = definition;
  if (!access) return isFollowed ? ['read'] : [];
  const own = usesOfRecords(definition);
  return definition.draftOf === undefined && !definition.hasDrafts ? own : [...own, 'drafts', 'publish'];
}

function usesOfRecords({ audit, isSingleton, sql, writes }: Definition): readonly Use[] {
  if (writes) return ['read', ...writes.uses, 'history'];
  if (sql) return ['read'];
  if (isSingleton) return audit === 'full' ? [...SINGLETON_ACTIONS, 'history', 'restore'] : SINGLETON_ACTIONS;
  return audit === 'full' ? [...ACTIONS, ...PAST_ACTIONS] : ACTIONS;
}

/** What an actor may do, asked wherever records or fields are named, shown or written. */
export interface Rights {
  /** The records of a collection that its rules for all these uses leave; none if the collection is not served. */
  records(definition: Definition, ...uses: readonly Use[]): WhichRecords;
  /** The records whose existence the actor may learn, also of the server's own collections. */
  known(definition: Definition): WhichRecords;
  /** Whether a field may be named and shown in all records; never true of secret fields. */
  shows(definition: Definition, field: string): boolean;
  /** The records in which a field may be shown, and among which it may be named. */
  shownIn(definition: Definition, field: string): WhichRecords;
  /** Whether a field may be given another value in all records. */
  changes(definition: Definition, field: string): boolean;
  /** The records in which a field may be given another value. */
  changedIn(definition: Definition, field: string): WhichRecords;
  /** The caller's user id; undefined for callers who have not signed in, and where no single user asks. */
  me(): bigint | undefined;
}

/** The rights over collections that only the server reads and writes. */
export const noRights: Rights = {
  records: () => 'none',
  known: () => 'none',
  shows: () => false,
  shownIn: () => 'none',
  changes: () => false,
  changedIn: () => 'none',
  me: () => undefined,
};

/** The rights of the operator. */
export const allRights: Rights = {
  records: () => 'all',
  known: () => 'all',
  shows: ({ fields }, field) => Object.hasOwn(fields, field),
  shownIn: ({ fields }, field) => (Object.hasOwn(fields, field) ? 'all' : 'none'),
  changes: () => true,
  changedIn: () => 'all',
  me: () => undefined,
};

/** The rights of a project's rules and code: they may name every field, also the creator of a record. */
export const authorsRights: Rights = { ...allRights, shows: () => true, shownIn: () => 'all' };
