import type { Text } from '../../messages/message.ts';
import type { BulkAction } from './by-filter/actions.ts';
import type { ImportRecord } from './import.collection.ts';
import { message } from './messages/message.ts';

const BEGUN = {
  update: 'bulkUpdateBegun',
  delete: 'bulkDeleteBegun',
  publish: 'bulkPublishBegun',
  unpublish: 'bulkUnpublishBegun',
} as const satisfies Record<BulkAction, string>;

/** The log's text for an import or bulk change that has begun; the log adds the id. */
export function begunText(label: Text, { id, action, total, dry_run, planned }: ImportRecord): Text {
  if (action === 'import') return message(dry_run ? 'dryRunBegun' : 'importBegun', { label, id });
  if (dry_run) return message('bulkTryBegun', { label, total });
  return message(planned ? 'bulkPlanBegun' : BEGUN[action], { label, total });
}

/** The log's text for one that continues. */
export function continuedText(label: Text, { id, action, line }: ImportRecord): Text {
  return message(action === 'import' ? 'importContinued' : 'bulkContinued', { label, id, line });
}

/** The log's text for one that has ended. */
export function doneText(label: Text, record: ImportRecord): Text {
  const { id, action, dry_run, created, updated, unchanged, deleted, refused } = record;
  if (action === 'import') {
    const counts = message('importCounts', { created, updated, unchanged, refused });
    return message(dry_run ? 'dryRunDone' : 'importDone', { label, id, counts });
  }
  const counts =
    action === 'delete'
      ? message('bulkDeleteCounts', { deleted, refused })
      : message(action === 'update' ? 'bulkUpdateCounts' : 'bulkDecisionCounts', {
          updated,
          unchanged,
          refused,
        });
  return message(dry_run ? 'bulkTryDone' : 'bulkDone', { label, id, counts });
}

/** The log's text for one that is being undone. */
export function undoText(label: Text, { id, action }: ImportRecord): Text {
  return message(action === 'import' ? 'undoLogged' : 'bulkUndoLogged', { label, id });
}
