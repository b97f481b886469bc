import type { FailureKey } from '../../errors.ts';
import { codedBodies, textsOfContent } from './coded-bodies.ts';
import type { Dialect } from './dialect.ts';
import { withoutProperty } from './forms.ts';

/** The statuses that the specification gives failures, or their kind, where HTTP clients expect others. */
export const specifiedStatuses = {
  superRequired: 401,
  permissionMissing: 401,
  keyTooNarrow: 401,
  accountInactive: 401,
  accountAwaitsApproval: 401,
  tokenInvalid: 422,
  firstGroupMissing: 404,
  memberGroupMissing: 404,
  contentTypeRefused: 400,
  badParameters: 400,
  recordsRefused: 400,
  wrongPassword: 400,
  captchaWrong: 403,
  duplicate: 400,
  refusedByHook: 400,
  tableRefused: 400,
  stillReferenced: 403,
  usernameTaken: 400,
  groupNameTaken: 403,
  emailTaken: 400,
  permissionHeld: 403,
} as const satisfies Partial<Record<FailureKey, number>>;

/** The specification's: `{error_code, msg, request}` under /cms, `{code, message, request}` for content. */
export const specification: Dialect = {
  base: '',
  bodies: codedBodies({
    words: {
      cms: { code: 'error_code', text: 'msg' },
      content: { code: 'code', text: 'message', listsFields: true },
    },
  }),
  codes: {},
  statuses: specifiedStatuses,
  older: ['status'],
  texts: textsOfContent,
  forms: {
    /** Section 2.3 lists ten fields. */
    ownRecord: { schema: (collection) => withoutProperty(collection, 'username') },
  },
  hasOlderWords: true,
  keepsNewRefreshTokens: true,
  knowsPermissionsByName: false,
  unknownParameters: 'refused by routes of collections',
};
