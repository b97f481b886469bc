import { Type } from '../../../contract/json-schema.ts';
import type { FailureKey } from '../../errors.ts';
import { codedBodies, textsOfContent } from './coded-bodies.ts';
import type { Dialect, Form } from './dialect.ts';
import { bareArray, bareList, escapedLog, withProperties } from './forms.ts';
import { specifiedStatuses } from './specification.ts';

const words = { code: 'error_code', text: 'msg' };

/**
 * Failures by the codes of that generation. Its clients decide by the code alone: 10000 and 10100 sign out, 10040 and 10050
 * refresh; for others they show a message of their own, if they have one for the code.
 */
const failures: Readonly<Record<number, readonly FailureKey[]>> = {
  999: ['partNotInstalled', 'overloaded', 'unavailable', 'hookFailed', 'unexpected'],
  10020: [
    'userNotFound',
    'recordNotFound',
    'firstGroupMissing',
    'groupNotFound',
    'memberGroupMissing',
    'fileNotFound',
  ],
  10030: ['recordsRefused', 'wrongCredentials', 'wrongPassword', 'captchaWrong'],
  10060: ['usernameTaken', 'groupNameTaken', 'emailTaken'],
  10070: [
    'superRequired',
    'permissionMissing',
    'keyTooNarrow',
    'accountInactive',
    'accountAwaitsApproval',
    'notRestorable',
    'changedMeanwhile',
    'keyOfAnother',
    'keyOfEarlier',
    'otherCount',
    'refusedByHook',
    'tableRefused',
    'rootGroupClosed',
    'rootUserKept',
    'permissionHeld',
  ],
  10110: ['bodyTooLarge', 'headersTooLarge'],
};

/** The caller's collection, complete on both routes: either answer replaces all that the client knows of the user. */
const ownRecord: Form = {
  schema: (collection) =>
    withProperties(collection, {
      active: Type.Integer(),
      admin: Type.Integer(),
      create_time: Type.Integer(),
      group_id: Type.Nullable(Type.Integer()),
      group_name: Type.Nullable(Type.String()),
      update_time: Type.Integer(),
    }),
  value: withTheirAdmin,
};

/** People sign in by what 0.1 and the first 0.2 call a nickname. */
const NAMES = { nickname: 'username' };

/** Lin CMS 0.1 and 0.2, for their unchanged clients. */
export const lin2: Dialect = {
  base: '/lin2',
  isForLin: true,
  bodies: codedBodies({ words: { cms: words, content: words }, success: { status: 201, code: 0 } }),
  statuses: specifiedStatuses,
  codes: Object.fromEntries(
    Object.entries(failures).flatMap(([code, keys]) => keys.map((key) => [key, Number(code)])),
  ),
  older: ['status', 'lin2'],
  texts: textsOfContent,
  forms: {
    contentPage: bareList,
    logPage: escapedLog,
    namePage: bareArray,
    ownRecord,
    ownInformation: ownRecord,
    userPage: {
      schema: (page) => page,
      value: (answer) => {
        const { items, ...page } = answer as { items: readonly unknown[] };
        const users = items.map(withTheirAdmin);
        return { ...page, items: users, collection: users };
      },
    },
  },
  hasOlderWords: true,
  keepsNewRefreshTokens: false,
  knowsPermissionsByName: true,
  olderNames: { 'POST /cms/user/login': NAMES, 'POST /cms/user/register': NAMES },
  unknownParameters: 'ignored',
};

/** Inverts `admin`: 2 marks a super administrator in that generation, everybody else in the specification. */
function withTheirAdmin(collection: unknown): unknown {
  const { admin, ...others } = collection as { admin: number };
  return { ...others, admin: 3 - admin };
}
