/**
 * What a record keeps about its own life: everything, who made it and when, or nothing but its id.
 * Only fully audited records can be deleted logically, and only they leave revisions.
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

export type AuditField = (typeof AUDIT_FIELDS)[number];

/** What was done to a record. The same words name permissions (`book.delete`) and revisions. */
export type Action = 'read' | 'create' | 'update' | 'delete';
