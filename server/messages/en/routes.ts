import type { InOtherWords } from '../languages.ts';
import type { routes as source } from '../zh/routes.ts';

export const routes: InOtherWords<typeof source> = {
  apiTitle: 'Quire API',
  timestamp: 'a timestamp in milliseconds',
  previousOfLastPage: 'previous of the page after',
  aroundRecord: 'The page with this record in its middle',
  fromValue: 'The page from this value of the first sorted field on; past the last one, the end of the list',
  countRule: ({ records, values }) =>
    `Records of a page: at most ${records}, or more where records times fields are at most ${values}`,
  nextOfLastPage: 'next of the page before',
  notImpersonatedInactive: 'is deactivated',
  notImpersonatedSuper: 'is a super administrator, as whom nobody else sees the server',
  administratorsTag: 'Administrators',
  passwordReset: ({ name }) => `Password of user ${name} reset`,
  userErased: ({ name }) => `Personal data erased: ${name}`,
  notTheirName: "must be exactly the user's name",
  userDeactivated: ({ name }) => `User ${name} deactivated`,
  listUserSessions: 'Sessions of a user',
  endUserSession: 'End a session of a user',
  userSessionEnded: ({ name, id }) => `Session ${id} of user ${name} ended`,
  seeWholeLog: 'See the whole log',
  logTag: 'Log',
  informationTag: 'Information',
  healthTag: 'Health',
};
