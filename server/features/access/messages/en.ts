import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  mayNotPreview: 'may preview no such changes',
  accessTag: 'Explaining access',
  explainAccess: 'Why a user may do something, or may not',
  ownAccess: 'Which permissions the caller lacks for something',
  accessHolders: 'Who may do something',
  accessMatrix: 'What a user may do',
  accessMatrixFile: 'What a user may do, as a CSV file',
  refusalById: 'Why a request was refused, by the X-Request-Id of its answer',
  ownRefusalById:
    'Which permissions the caller lacked for a refused request, by the X-Request-Id of its answer',
  refusalNotKept:
    'no refusal of this id is stored that you may know of; of a flood, only the first of each minute are stored one by one, the log counts the rest',
  keyAdmits: 'Whether the key may be used from the address in question',
  requiredFactorMissing:
    'Whether a required second factor is overdue: until it is set up, sessions are refused, except those that a provider vouches for',
  proofAsked:
    'Whether the user is asked for a fresh proof as well, unless the session gave one recently: never, for some requests, or always',
  keyProvesNothing: 'a program cannot prove who it is',
  keyLacks: 'What the key lacks, whatever its user may do',
  askedFromAddress: 'The address that a request with the key would come from',
  onlyWithKey: 'can be given with key only',
  notWithKey: 'cannot be given with key, which has a user of its own',
  beginImpersonation: 'See the server as another user: read-only, for minutes, and logged',
  endImpersonation: 'End all impersonations that began from this session',
  impersonationBegun: ({ username }) => `sees the server as ${username} for some minutes`,
  impersonationsEnded: 'no longer sees the server as another user',
  previewAccess:
    'Who would gain and lose what by changes of grants and memberships, before they are saved; delegates see those whom they manage',
  unusedPermissions: 'Permissions that groups hold and no member has used for some time, 90 days by default',
  countIsExact: 'Whether the records were counted to the end; otherwise the count is a lower bound, or null',
  previewComplete: 'Whether all users whom the changes touch are listed',
  recordedLongEnough: 'Whether uses have been recorded for all of that time',
  isNoPermission: 'names a permission that does not exist',
  isNoChangeableGroup: 'must be an existing group other than that of the super administrators',
  accessRule: 'The rule in words',
  accessCondition: "What the records that the rule leaves meet, in the words of a list's filter",
  accessPath: 'The path of a route, such as /cms/user/5 or /cms/user/{id}',
  collectionOrPath: 'must be given where path is not, and only there',
  noSuchRoute: 'there is no such route',
  noRecordOfThis: 'a record can be given for read, update, delete and history of a collection only',
};
