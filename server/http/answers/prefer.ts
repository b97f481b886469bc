import type { IncomingHttpHeaders } from 'node:http';

/** What a write answers where the caller prefers the row itself to a report (RFC 7240, 4.2). */
export const REPRESENTATION = 'return=representation';

/** Whether the caller prefers to be answered the row that was written. Preferences that are unknown or malformed are no error. */
export function prefersRow({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  const preferences = [prefer].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const first = wanted.find((one) => /^return\s*=/.test(one)); // of two, the first counts
  return first !== undefined && /^return\s*=\s*("representation"|representation)$/.test(first);
}
