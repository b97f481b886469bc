import type { InOtherWords } from '../languages.ts';
import type { results as source } from '../zh/results.ts';

export const results: InOtherWords<typeof source> = {
  rowCreated: ({ label }) => `${label} created`,
  rowUpdated: ({ label }) => `${label} updated`,
  rowMoved: ({ label, id }) => `${label} ${id} moved`,
  rowPublished: ({ label, id }) => `${label} ${id} published`,
  decisionPlanned: ({ label, id }) => `${label} ${id} is scheduled`,
  rowUnpublished: ({ label, id }) => `${label} ${id} unpublished`,
  previewEnded: ({ label, id }) => `Preview link of ${label} ${id} ended`,
  previewMade: ({ label, id }) => `Preview link of ${label} ${id} made`,
  draftDiscarded: ({ label, id }) => `The draft of ${label} ${id} is as published`,
  rowUpdatedById: ({ label, id }) => `${label} ${id} updated`,
  rowDeletedById: ({ label, id }) => `${label} ${id} deleted`,
  rowRestoredTo: ({ label, id, revision }) => `${label} ${id} set back to revision ${revision}`,
  rowsWritten: ({ label, created, updated, deleted }) =>
    `${label}: ${created} created, ${updated} updated, ${deleted} deleted`,
  restoredFromTrash: ({ label, id, others }) =>
    `${label} ${id} restored from the trash${others > 0 ? `, with ${others} more` : ''}`,
  purged: ({ label, id, others }) => `${label} ${id} destroyed${others > 0 ? `, with ${others} more` : ''}`,
  signedIn: 'Signed in',
};
