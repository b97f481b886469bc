import type { Definition } from '../definitions/define-collection.ts';
import { message, type Text } from '../messages/message.ts';
import { namesOfRemoved, type RemovedHtml } from '../records/write/values/clean.ts';

type Answer = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

interface ItemReport {
  readonly index: number;
  readonly status: 200 | 201;
  readonly id: bigint;
  /** What was removed from its HTML, by field. */
  readonly removed_html?: RemovedHtml;
}

/** The answer and log entry of a successful write. A class, so that no record can be mistaken for one. */
export class WriteResult {
  readonly status: 200 | 201;
  /** The numeric success code of the Lin CMS family. */
  readonly code: number;
  readonly text: Text;
  /** The new record's id, and the path it is found under. */
  readonly id: bigint | undefined;
  readonly location: string | undefined;
  /** The outcome of each item of a bulk request. */
  readonly items: readonly ItemReport[] | undefined;
  /** Whether this is a replayed answer. */
  readonly isRepeated: boolean;
  /** Sent in addition to code and message. */
  readonly more: Answer | undefined;
  /** Sent instead of code and message, by the few writes that return something else: tokens, files. */
  readonly answer: Answer | undefined;
  readonly headers: Readonly<Record<string, string | string[]>>;

  /** The record itself as text, sent to callers who prefer it (RFC 7240). */
  readonly record: { readonly text: string; readonly etag: string } | undefined;

  constructor(
    { status, code, text }: Pick<WriteResult, 'status' | 'code' | 'text'>,
    {
      id,
      location,
      items,
      isRepeated = false,
      more,
      answer,
      record,
      headers = {},
    }: Partial<Omit<WriteResult, 'status' | 'code' | 'text'>>,
  ) {
    this.status = status;
    this.code = code;
    this.text = text;
    this.id = id;
    this.location = location;
    this.items = items;
    this.isRepeated = isRepeated;
    this.more = more;
    this.answer = answer;
    this.record = record;
    this.headers = headers;
  }
}

/** The result of creating a record. */
export function created(code: number, text: Text, id: bigint, location?: string): WriteResult {
  return new WriteResult({ status: 201, code, text }, { id, location });
}

/** Where a record is read that was just written. */
export function recordPath({ path, draftOf }: Definition, id: bigint): string {
  return `${path}/${id}${draftOf === undefined ? '' : '?version=draft'}`;
}

/** The same result, marked as a replay. */
export function repeated(result: WriteResult): WriteResult {
  return new WriteResult(result, { ...result, isRepeated: true });
}

/** The result of any other write. */
export function done(code: number, text: Text, answer?: Answer): WriteResult {
  return new WriteResult({ status: 200, code, text }, { answer });
}

/** The numeric codes of successful writes, as clients of the Lin CMS family know them. */
export const success = {
  done: 0,
  deleted: 3,
  passwordChanged: 4,
  userDeleted: 5,
  userUpdated: 6,
  groupUpdated: 7,
  groupDeleted: 8,
  permissionsGranted: 9,
  permissionsRevoked: 10,
  userCreated: 11,
  groupCreated: 15,
} as const;

/** The result of a write, with what was removed from the HTML that it took in its words. */
export function tellingRemoved(
  result: WriteResult,
  removed: readonly (RemovedHtml | undefined)[],
): WriteResult {
  const names = namesOfRemoved(removed);
  if (names.length === 0) return result;
  const { status, code, text } = result;
  return new WriteResult({ status, code, text: message('htmlRemoved', { text, names }) }, result);
}
