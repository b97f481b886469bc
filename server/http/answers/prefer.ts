import type { IncomingHttpHeaders } from 'node:http';

/** The preference for the row itself in place of a report (RFC 7240, 4.2). */
export const REPRESENTATION = 'return=representation';

/** Whether the caller prefers the written row as the answer. Unknown and malformed preferences are ignored. */
export function prefersRow({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  const preferences = [prefer].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const first = wanted.find((one) => /^return\s*=/.test(one)); // of two, the first counts
  return first !== undefined && /^return\s*=\s*("representation"|representation)$/.test(first);
}
