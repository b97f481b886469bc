import { retryOnDuplicate } from '../../database/retrying.ts';
import { toBigint } from '../../definitions/fields/bigint.ts';
import { AppError } from '../../errors.ts';
import { type Reads, understood, type Writes } from '../../records/index.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';
import { WriteResult } from '../write-result.ts';
import { answer } from './answer.collection.ts';

type KeyedRequest = Pick<Repeatable, 'key' | 'request'>;

/** What is stored of a request to tell it from others. */
export interface StoredRequest {
  readonly request: string;
  readonly form: string | null;
}

/** Tells a request from others. */
export interface RequestMark {
  /** Made with the first of the server's secrets. */
  readonly stored: StoredRequest;
  /** Whether a stored mark is of the same request; undefined if it was made in a way that is not known here. */
  isOf(other: StoredRequest): boolean | undefined;
}

/** A request that may be repeated and is done once. */
export interface Repeatable {
  /** Chosen by the client; each user has their own keys. */
  readonly key: string;
  /** Undefined while its body has not been read. */
  readonly request: RequestMark | undefined;
  /** The same key, once the content of the body is known. */
  readonly holding: (content: string) => Repeatable;
}

/**
 * Does the work and stores its answer in the same transaction. If the same user has sent the same request before, returns the
 * stored answer. Throws if the key belongs to another request, or to one that can no longer be compared.
 */
export async function onlyOnce(
  writes: Writes,
  { key, request }: KeyedRequest,
  work: () => Promise<WriteResult>,
): Promise<WriteResult> {
  const user_id = writes.context.actor.id;
  const { stored } = markOf(request);
  const known = await findAnswered(writes, user_id, { key, request });
  if (known) return known;
  // Before the work, so that the second of two simultaneous requests waits here and finds the first one's answer.
  const id = await writes.create(answer, { user_id, key, ...stored }).catch(retryOnDuplicate);
  const written = await work();
  await writes.update(answer, id, { written: toJson(written) });
  return written;
}

/** The answer to the same request of the same user, if it was sent before. Throws if the key belongs to another request. */
export async function findAnswered(
  reads: Reads,
  userId: bigint,
  { key, request }: KeyedRequest,
): Promise<WriteResult | undefined> {
  const mark = markOf(request);
  const known = await reads.first(answer, (select) =>
    select.where('user_id', '=', userId).where('key', '=', key),
  );
  if (!known) return undefined;
  const isSame = mark.isOf(known);
  if (!isSame) throw new AppError(isSame === undefined ? 'keyOfEarlier' : 'keyOfAnother');
  return readWritten(known.written);
}

function markOf(request: RequestMark | undefined): RequestMark {
  if (request === undefined) throw new Error('a key is of no use before the body is read');
  return request;
}

/** Until 0.3 a record was called a row. */
type StoredResult = WriteResult & { readonly row?: WriteResult['record'] };

function readWritten(text: string): WriteResult {
  const { id, items, answer, row, record = row, ...kept } = fromJson<StoredResult>(text);
  return new WriteResult(
    { ...kept, text: understood(kept.text) ?? kept.text },
    {
      ...kept,
      record,
      answer: exact(answer) as typeof answer,
      id: storedId(id),
      items: items?.map((item) => ({ ...item, id: toBigint(item.id) ?? 0n })),
      isRepeated: true,
    },
  );
}

/** An id as it was stored: a number, or the text of a record that another program's table has. */
function storedId(id: unknown): bigint | undefined {
  return typeof id === 'string' ? (id as unknown as bigint) : toBigint(id); // a text is only passed on
}

/** The same value, with integers beyond the safe range as bigints, as handlers return them. */
function exact(value: unknown): unknown {
  if (value instanceof ExactNumber) return toBigint(value) ?? value;
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exact(inner)]));
}
