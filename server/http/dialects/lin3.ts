import { codedBodies, textsOfContent } from './coded-bodies.ts';
import type { Dialect } from './dialect.ts';
import { bareList, escapedLog } from './forms.ts';
import { specifiedStatuses } from './specification.ts';

const words = { code: 'code', text: 'message' };

/**
 * Lin CMS 0.3 and 0.4, for their unchanged clients. These decide by the code alone: 10000, 10012, 10042, 10050 and 10052
 * sign out, 10041 and 10051 refresh, and others are only shown.
 */
export const lin3: Dialect = {
  base: '/lin3',
  isForLin: true,
  bodies: codedBodies({ words: { cms: words, content: words } }),
  codes: {
    superRequired: 10001,
    permissionMissing: 10001,
    keyTooNarrow: 10001,
    accountInactive: 10010,
    accountAwaitsApproval: 10010,
    tokenInvalid: 10041,
    refreshTokenInvalid: 10042,
    tokenExpired: 10051,
    refreshTokenExpired: 10052,
  },
  statuses: { ...specifiedStatuses, refreshTokenInvalid: 422 },
  older: ['status'],
  texts: textsOfContent,
  forms: { contentPage: bareList, logPage: escapedLog },
  hasOlderWords: true,
  keepsNewRefreshTokens: false,
  knowsPermissionsByName: true,
  unknownParameters: 'left to each route',
};
