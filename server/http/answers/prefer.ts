import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { withProperties } from '../dialects/forms.ts';
import type { Route } from '../route.ts';
import { conditionHeaders } from './etag.ts';

/** The preference for the record itself in place of a report (RFC 7240, 4.2). */
export const REPRESENTATION = 'return=representation';

/** Of writes that make a record. */
export const preferHeader = { prefer: Type.Optional(Type.String({ about: message('preferRecord') })) };

/** The headers of writes that change a record. */
export const writeHeaders = withProperties(conditionHeaders, preferHeader);

/** Whether a route answers the written record to those who prefer it. */
export function takesPreferences({ headers }: Pick<Route, 'headers'>): boolean {
  return Object.hasOwn(headers?.properties ?? {}, 'prefer');
}

/** Whether the caller prefers the written record as the answer. Unknown and malformed preferences are ignored. */
export function prefersRecord(headers: IncomingHttpHeaders): boolean {
  return /^return\s*=\s*("representation"|representation)$/.test(preferenceIn(headers) ?? '');
}

/** The headers of a request whose caller gets the written record unless they prefer another answer. */
export function preferringRecord(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return preferenceIn(headers) === undefined ? { ...headers, prefer: REPRESENTATION } : headers;
}

/** What the caller prefers to be returned; of two preferences, the first counts. */
function preferenceIn({ prefer }: IncomingHttpHeaders): string | undefined {
  if (prefer === undefined) return undefined;
  const preferences = [prefer].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return wanted.find((one) => /^return\s*=/.test(one));
}
