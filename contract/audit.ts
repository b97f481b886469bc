/**
 * What a collection keeps about its records' writes: everything, only the creation, or nothing. Only fully audited collections can be
 * deleted logically, and only they leave revisions.
 */
export type AuditForm = 'full' | 'creation' | 'none';

/** Every name that the audit forms use. Clients may send them; what they send is ignored. */
export const AUDIT_FIELDS = [
  'create_time',
  'create_user_id',
  'update_time',
  'update_user_id',
  'delete_time',
  'delete_user_id',
  'is_deleted',
] as const;

/** What names the fields of an earlier record whose values their rules refuse by now. */
export const REMOVED_BY_RULE = 'removed_by_rule';

/** What an answer may add to a record beside its fields. */
export const ADDED_TO_RECORDS = ['expanded', 'can', REMOVED_BY_RULE] as const;

export type AuditField = (typeof AUDIT_FIELDS)[number];

/** What can be done with records. The same words name permissions: `book.delete`. */
export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;

/** What can be done with the past of a fully audited collection's records: their history, and the trash. */
export const PAST_ACTIONS = ['history', 'trash', 'restore', 'purge'] as const;

/** What can be done with the drafts of a collection beside writing them: seeing them, and deciding what readers see. */
export const DRAFT_ACTIONS = ['drafts', 'publish'] as const;

export type Action = (typeof ACTIONS)[number];
export type PastAction = (typeof PAST_ACTIONS)[number];
export type DraftAction = (typeof DRAFT_ACTIONS)[number];

/** The action that a revision collections. */
export const REVISION_ACTIONS = ['create', 'update', 'delete', 'restore', 'purge'] as const;

export type RevisionAction = (typeof REVISION_ACTIONS)[number];

/** What was decided about a draft, where that created, updated, deleted or restored what readers see. */
export const DECISIONS = ['publish', 'unpublish'] as const;

export type Decision = (typeof DECISIONS)[number];
