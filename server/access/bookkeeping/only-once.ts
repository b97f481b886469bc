import { retryOnDuplicate } from '../../database/retrying.ts';
import { toBigint } from '../../definitions/fields/bigint.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { ExactNumber, fromJson, toJson } from '../../shared/json.ts';
import { WriteResult } from '../write-result.ts';
import { answer } from './answer.record.ts';

type KeyedRequest = Pick<Repeatable, 'key' | 'request'>;

/** A request that may be repeated and is done once. */
export interface Repeatable {
  /** Chosen by the client; each user has their own keys. */
  readonly key: string;
  /** A hash of the request; undefined while its body has not been read. */
  readonly request: string | undefined;
  /** The same key, once the content of the body is known. */
  readonly holding: (content: string) => Repeatable;
}

/**
 * Does the work and stores its answer in the same transaction. If the same user has sent the same request before, returns the
 * stored answer. Throws if the key belongs to another request.
 */
export async function onlyOnce(
  writes: Writes,
  { key, request }: KeyedRequest,
  work: () => Promise<WriteResult>,
): Promise<WriteResult> {
  const user_id = writes.context.actor.id;
  const known = await findAnswered(writes, user_id, { key, request });
  if (known) return known;
  // Before the work, so that the second of two simultaneous requests waits here and finds the first one's answer.
  const id = await writes.create(answer, { user_id, key, request: String(request) }).catch(retryOnDuplicate);
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
  if (request === undefined) throw new Error('a key is of no use before the body is read');
  const known = await reads.first(answer, (select) =>
    select.where('user_id', '=', userId).where('key', '=', key),
  );
  if (known && known.request !== request) throw new AppError('keyOfAnother');
  return known && readWritten(known.written);
}

function readWritten(text: string): WriteResult {
  const { id, items, answer, ...kept } = fromJson<WriteResult>(text);
  return new WriteResult(kept, {
    ...kept,
    answer: exact(answer) as typeof answer,
    id: toBigint(id),
    items: items?.map((item) => ({ ...item, id: toBigint(item.id) ?? 0n })),
    isRepeated: true,
  });
}

/** The same value, with integers beyond the safe range as bigints, as handlers return them. */
function exact(value: unknown): unknown {
  if (value instanceof ExactNumber) return toBigint(value) ?? value;
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exact(inner)]));
}
