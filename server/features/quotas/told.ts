import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Counter } from './counters.ts';
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

/** The refusal of a request by a quota that is used up. */
export function refusalBy(counter: Counter, now: number): AppError {
  const { unit, span, most } = counter.quota;
  return new AppError('tooManyRequests', {
    detail: message('quotaUsedUp', { most: String(most), unit: unitWords[unit], span: spanWords[span] }),
    reason: message('quotaReached', { unit: unitWords[unit] }),
    headers: { 'retry-after': String(secondsLeft(counter, now)) },
  });
}

/** Requests are what the draft counts unless a policy names a unit. */
const UNITS = {
  requests: '',
  records: ';qu="records"',
  bytes: ';qu="content-bytes"',
  cost: ';qu="milliseconds"',
};

/**
 * Tells a caller their quotas and what is left of each, behind what the answer tells already, as
 * draft-ietf-httpapi-ratelimit-headers-11 says.
 */
export function tellQuotas(reply: FastifyReply, counters: readonly Counter[], now: number): void {
  const policies = counters.map((one) => {
    const { start, end } = one.spanAt(now);
    return `${policyOf(one.quota)};q=${one.quota.most}${UNITS[one.quota.unit]};w=${(end - start) / 1000}`;
  });
  const limits = counters.map(
    (one) => `${policyOf(one.quota)};r=${one.leftAt(now)};t=${secondsLeft(one, now)}`,
  );
  addTo(reply, 'ratelimit-policy', policies);
  addTo(reply, 'ratelimit', limits);
}

/** How long it is to the next window. */
export function secondsLeft(counter: Counter, now: number): number {
  return Math.ceil((counter.spanAt(now).end - now) / 1000);
}

function policyOf({ holder, unit, span }: Quota): string {
  return `"${holder}-${unit}-${span}"`;
}

function addTo(reply: FastifyReply, name: string, items: readonly string[]): void {
  const before = reply.getHeader(name);
  reply.header(name, [...(before === undefined ? [] : [String(before)]), ...items].join(', '));
}
