import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  quotaLabel: 'Quota',
  quotaUseLabel: 'Use of a quota',
  quotasTag: 'Quotas',
  listQuotas: 'All quotas, and who has used most of each in the present window',
  createQuota:
    'Create a quota: what a key, a user, each user of a group, or each network without a sign-in may use in a window',
  changeQuota: 'Change the amount of a quota',
  deleteQuota: 'Delete a quota',
  quotaCreated: 'Quota created',
  quotaChanged: ({ id, holder, most, unit, span }) =>
    holder === undefined ? `Quota ${id} changed` : `Quota of ${holder} changed: ${most} ${unit} per ${span}`,
  quotaDeleted: ({ id, holder, most, unit, span }) =>
    holder === undefined ? `Quota ${id} deleted` : `Quota of ${holder} deleted: ${most} ${unit} per ${span}`,
  quotaOfKey: ({ name }) => `key ${name}`,
  quotaOfUser: ({ name }) => `user ${name}`,
  quotaOfGroup: ({ name }) => `group ${name}`,
  quotaOfNetwork: 'each network without a sign-in',
  quotaHolder:
    'Whose use: a key’s, a user’s, that of each user of a group, or of each network without a sign-in',
  quotaHolderId: 'The key, user or group; a quota of networks has none',
  quotaUnit: 'Requests, records in answers, bytes sent, or milliseconds that the database spends',
  quotaSpan: 'The window of time, in UTC',
  quotaName: 'The name of the key, user or group; null for networks, and for what is gone',
  quotaUsed: 'Who has used most; what other processes count arrives within a second',
  quotaUser: 'The username, or the network where nobody has signed in',
  quotaRequests: 'requests',
  quotaRecords: 'records',
  quotaBytes: 'bytes',
  quotaCost: 'milliseconds of the database',
  quotaMinute: 'minute',
  quotaHour: 'hour',
  quotaDay: 'day',
  quotaMonth: 'month',
  quotaUsedUp: ({ most, unit, span }) => `the quota of ${most} ${unit} per ${span} is used up`,
  quotaReached: ({ unit }) => `a quota of ${unit} is used up`,
  quotaKnown: 'there is such a quota already',
  quotaNeedsHolder: 'must name a key, a user or a group',
  quotaOfNetworks: 'a quota of networks names nobody',
  noSuchHolder: 'there is none with this id',
  tooManyQuotas: ({ max }) => `there are ${max} quotas, the most that are allowed`,
};
