import type { Use } from '../../../records/rights.ts';

/** What a change by filter can do with drafts. */
export const DECISIONS = ['publish', 'unpublish'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a change by filter can do with the records of every collection. */
export const CHANGES = ['update', 'delete'] as const;
export type BulkAction = (typeof CHANGES)[number] | Decision;

/** The use of records that admits an import or a change by filter, and the one that admits its undoing. */
export const USES = {
  import: { does: 'create', undoes: 'delete' },
  update: { does: 'update', undoes: 'update' },
  delete: { does: 'delete', undoes: 'restore' },
  publish: { does: 'publish', undoes: 'publish' },
  unpublish: { does: 'publish', undoes: 'publish' },
} as const satisfies Record<'import' | BulkAction, { readonly does: Use; readonly undoes: Use }>;

export function isDecision(action: 'import' | BulkAction): action is Decision {
  return (DECISIONS as readonly string[]).includes(action);
}
