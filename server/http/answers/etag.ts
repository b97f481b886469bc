import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../../contract/json-schema.ts';
import { AppError, malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/**
 * The strong validator of an answer (RFC 9110, 8.8.3). It depends only on the answer's text: it reveals nothing more, and
 * callers who see other fields get another ETag.
 */
export function etagOf(text: string | Uint8Array): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}

/** The headers of a write to one record. */
export const conditionHeaders = Type.Object({
  'if-match': Type.Optional(Type.String({ about: message('onlyIfUnchanged') })),
  'if-none-match': Type.Optional(Type.String({ about: message('onlyIfOther') })),
});
const CONDITIONS = ['if-match', 'if-none-match'] as const;

const TAG = String.raw`(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")`;
/** `*` or a list of tags. Empty elements of a list are ignored (RFC 9110, 5.6.1.2): proxies that remove a tag leave them. */
const CONDITION = RegExp(String.raw`^(\*|[\s,]*${TAG}(\s*,[\s,]*${TAG})*[\s,]*)$`);

/** What up to four proxies that compress answers add to a tag before its closing quote. */
const ADDED_BY_PROXIES = /^((--?|;)(gzip|x-gzip|deflate|br|zstd)){0,4}"$/;

/** Whether If-None-Match shows that the client already has this answer (RFC 9110, 13.1.2). */
export function isKnown(condition: string | undefined, etag: string): boolean {
  return condition !== undefined && names(condition, etag);
}

/** Whether a write has a condition, for which the record's ETag is needed. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return CONDITIONS.some((name) => headers[name] !== undefined);
}

/**
 * Throws if If-Match or If-None-Match forbids a write to a record in this state (RFC 9110, 13.1). A malformed condition is
 * refused, because ignoring it could overwrite newer values. Unlike in the RFC, a weak tag meets If-Match: ours name versions
 * of records, and proxies that compress answers make them weak.
 */
export function requireConditions(headers: IncomingHttpHeaders, etag: string): void {
  for (const name of CONDITIONS)
    if (!CONDITION.test(headers[name] ?? '*')) throw malformedRequest({ [name]: message('notAnEtag') });
  const isMet = names(headers['if-match'] ?? '*', etag);
  if (!isMet || isKnown(headers['if-none-match'], etag)) throw new AppError('changedMeanwhile');
}

/** Whether a condition names this state, be its tag as it was sent or as proxies changed it on the way. */
function names(condition: string, etag: string): boolean {
  const start = etag.slice(0, -1);
  const isOf = (tag = '') => tag.startsWith(start) && ADDED_BY_PROXIES.test(tag.slice(start.length));
  return condition === '*' || condition.matchAll(RegExp(TAG, 'g')).some(([, tag]) => isOf(tag));
}
