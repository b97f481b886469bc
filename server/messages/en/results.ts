import type { InOtherWords } from '../languages.ts';
import type { results as source } from '../zh/results.ts';

export const results: InOtherWords<typeof source> = {
  recordCreated: ({ label }) => `${label} created`,
  recordUpdated: ({ label }) => `${label} updated`,
  htmlRemoved: ({ text, names }) => `${text}; removed from its HTML: ${names.join(', ')}`,
  recordMoved: ({ label, id }) => `${label} ${id} moved`,
  recordPublished: ({ label, id }) => `${label} ${id} published`,
  decisionPlanned: ({ label, id }) => `${label} ${id} scheduled`,
  decisionCancelled: ({ label, id }) => `Schedule of ${label} ${id} cancelled`,
  planFailed: ({ label, id }) => `${label} ${id} could not be published or unpublished as planned`,
  recordUnpublished: ({ label, id }) => `${label} ${id} unpublished`,
  previewEnded: ({ label, id }) => `Preview link of ${label} ${id} revoked`,
  previewMade: ({ label, id }) => `Preview link of ${label} ${id} created`,
  draftDiscarded: ({ label, id }) => `Draft of ${label} ${id} reverted to the published version`,
  recordUpdatedById: ({ label, id }) => `${label} ${id} updated`,
  recordDeletedById: ({ label, id }) => `${label} ${id} deleted`,
  recordRestoredTo: ({ label, id, revision }) => `${label} ${id} restored to revision ${revision}`,
  recordRestoredExcept: ({ restored, left }) =>
    `${restored}, except ${left.join(', ')}: the rules of these fields refuse their earlier values`,
  recordsWritten: ({ label, created, updated, deleted }) =>
    `${label}: ${created} created, ${updated} updated, ${deleted} deleted`,
  restoredFromTrash: ({ label, id, others }) =>
    `${label} ${id} restored from the trash${others > 0 ? `, with ${others} more` : ''}`,
  purged: ({ label, id, others }) =>
    `${label} ${id} permanently deleted${others > 0 ? `, with ${others} more` : ''}`,
  signedIn: 'Signed in',
};
