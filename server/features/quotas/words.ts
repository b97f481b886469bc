import { message } from './messages/message.ts';
import type { Quota } from './quota.collection.ts';

/** The units and windows of quotas, as people read them. */
export const unitWords = {
  requests: message('quotaRequests'),
  records: message('quotaRecords'),
  bytes: message('quotaBytes'),
  cost: message('quotaCost'),
} as const satisfies Record<Quota['unit'], unknown>;

export const spanWords = {
  minute: message('quotaMinute'),
  hour: message('quotaHour'),
  day: message('quotaDay'),
  month: message('quotaMonth'),
} as const satisfies Record<Quota['span'], unknown>;
