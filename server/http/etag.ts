import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../contract/json-schema.ts';
import { AppError, badParameters } from '../errors.ts';

/**
 * The strong validator of an answer (RFC 9110, 8.8.3). It follows from the text that is shown and from nothing else: it
 * tells nobody more than that text, and whoever is shown other fields has another.
 */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}

/** The headers of a write to one row. */
export const conditionHeaders = Type.Object({
  'if-match': Type.Optional(Type.String({ description: '仅当记录的 ETag 未变时才写入，否则 412' })),
  'if-none-match': Type.Optional(Type.String({ description: '仅当记录的 ETag 不是这些时才写入，否则 412' })),
});
const CONDITIONS = ['if-match', 'if-none-match'] as const;

const TAG = String.raw`(W\/)?("[\x21\x23-\x7e\x80-\xff]*")`;
const CONDITION = RegExp(String.raw`^(\*|${TAG}(\s*,\s*${TAG})*)$`);

/** Whether a reader has this answer already and says so by If-None-Match (RFC 9110, 13.1.2). */
export function isKnown(condition: string | undefined, etag: string): boolean {
  return (
    condition !== undefined && (condition === '*' || tagsIn(condition).some(([, , tag]) => tag === etag))
  );
}

/** Whether a write has a condition, which must then be told of the row that it is for. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return CONDITIONS.some((name) => headers[name] !== undefined);
}

/**
 * Throws where If-Match or If-None-Match says that a write is not for a row in this state (RFC 9110, 13.1). One that cannot be
 * read is refused, for a write without its condition is not what was asked for.
 */
export function requireConditions(headers: IncomingHttpHeaders, etag: string): void {
  for (const name of CONDITIONS)
    if (!CONDITION.test(headers[name] ?? '*')) throw badParameters({ [name]: '必须是 * 或带引号的 ETag' });
  const match = headers['if-match'] ?? '*';
  const isMet = match === '*' || tagsIn(match).some(([, weak, tag]) => !weak && tag === etag);
  if (!isMet || isKnown(headers['if-none-match'], etag)) throw new AppError('changedMeanwhile');
}

function tagsIn(condition: string): RegExpStringIterator<RegExpExecArray> {
  return condition.matchAll(RegExp(TAG, 'g'));
}
