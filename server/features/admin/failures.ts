import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** What clients of this feature can meet, beside the core's failures. */
export const failures = failuresWith(message, {
  rootGroupKept: { status: 403, code: 10074, older: { lin2: 10070 }, advice: 'Keep this group.' },
  guestGroupKept: { status: 403, code: 10075, older: { lin2: 10070 }, advice: 'Keep this group.' },
  rootUserGroupsFixed: {
    status: 403,
    code: 10078,
    older: { lin2: 10070 },
    advice: 'Leave the groups of this user alone.',
  },
  groupHasMembers: {
    status: 409,
    code: 10027,
    older: { status: 403, lin2: 10070 },
    advice: 'Move its members to another group first.',
  },
  permissionNotFound: {
    status: 404,
    code: 10231,
    older: { lin2: 10020 },
    advice: 'Read the list of permissions again.',
  },
});
