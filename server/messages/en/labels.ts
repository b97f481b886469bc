import type { InOtherWords } from '../languages.ts';
import type { labels as source } from '../zh/labels.ts';

export const labels: InOtherWords<typeof source> = {
  systemName: 'system',
  erasedUser: ({ id }) => `erased user ${id}`,
  anonymousName: 'anonymous',
  logLabel: 'Log',
  historyStartLabel: 'History start',
  fileLabel: 'File',
  uploadLabel: 'Upload',
  deletionLabel: 'Deletion',
  revisionLabel: 'History',
  rootGroupInfo: 'Super administrators',
  guestGroupInfo: 'Guests',
  throttleLabel: 'Throttle',
  knownNetworkLabel: 'Known network',
  sessionLabel: 'Session',
  answerLabel: 'Result of a write',
  permissionLabel: 'Permission',
  grantLabel: 'Grant',
  membershipLabel: 'Membership',
  groupLabel: 'Group',
  userLabel: 'User',
};
