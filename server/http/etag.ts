import { hash } from 'node:crypto';
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
});

const TAG = String.raw`(W\/)?("[\x21\x23-\x7e\x80-\xff]*")`;
const CONDITION = RegExp(String.raw`^(\*|${TAG}(\s*,\s*${TAG})*)$`);

/** Whether a reader has this answer already and says so by If-None-Match (RFC 9110, 13.1.2). */
export function isKnown(condition: string | undefined, etag: string): boolean {
  return (
    condition !== undefined && (condition === '*' || tagsIn(condition).some(([, , tag]) => tag === etag))
  );
}

/**
 * Throws where If-Match says that a write is only for a row in another state than this one (RFC 9110, 13.1.1). One that
 * cannot be read is refused, for a write without its condition is not what was asked for.
 */
export function requireMatch(condition: string, etag: string): void {
  if (!CONDITION.test(condition)) throw badParameters({ 'If-Match': '必须是 * 或带引号的 ETag' });
  const isMet = condition === '*' || tagsIn(condition).some(([, weak, tag]) => !weak && tag === etag);
  if (!isMet) throw new AppError('changedMeanwhile');
}

function tagsIn(condition: string): RegExpStringIterator<RegExpExecArray> {
  return condition.matchAll(RegExp(TAG, 'g'));
}
