/**
 * The moment at which a condition is evaluated, as the value of a `dateTime` field:
 * `recordsWhere(everyone, { published_at: { lte: now } })`. Filters of requests may use it as well.
 */
export const now = 'now';

/** Whether the result of a condition may change although no record does. A text `now` counts too. */
export function mentionsNow(condition: unknown): boolean {
  if (condition === now) return true;
  return typeof condition === 'object' && condition !== null && Object.values(condition).some(mentionsNow);
}
