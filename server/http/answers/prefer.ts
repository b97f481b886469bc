import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { withProperties } from '../dialects/forms.ts';
import { conditionHeaders } from './etag.ts';

/** The preference for the row itself in place of a report (RFC 7240, 4.2). */
export const REPRESENTATION = 'return=representation';

/** Of writes that make a row. */
export const preferHeader = { prefer: Type.Optional(Type.String({ about: message('preferRow') })) };

/** The headers of writes that change a row. */
export const writeHeaders = withProperties(conditionHeaders, preferHeader);

/** Whether the caller prefers the written row as the answer. Unknown and malformed preferences are ignored. */
export function prefersRow({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  const preferences = [prefer].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const first = wanted.find((one) => /^return\s*=/.test(one)); // of two, the first counts
  return first !== undefined && /^return\s*=\s*("representation"|representation)$/.test(first);
}
