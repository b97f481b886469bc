import { retryOnDuplicate } from '../database/retrying.ts';
import { toBigint } from '../definitions/fields/bigint.ts';
import { AppError } from '../errors.ts';
import type { Writes } from '../records/write/writes.ts';
import { fromJson, toJson } from '../shared/json.ts';
import { answer } from './answer.record.ts';
import { WriteResult } from './write-result.ts';

/** A request that its sender may send again, to be done but once. */
export interface Repeatable {
  /** Chosen by the sender; each user's are their own. */
  readonly key: string;
  /** A hash of all that the request asks for. */
  readonly request: string;
}

/**
 * Does the work, and keeps its answer in the same transaction; answers that where the same user has sent the same request
 * before. Throws where the key was another request's.
 */
export async function onlyOnce(
  writes: Writes,
  { key, request }: Repeatable,
  work: () => Promise<WriteResult>,
): Promise<WriteResult> {
  const user_id = writes.context.actor.id;
  const known = await writes.first(answer, (select) =>
    select.where('user_id', '=', user_id).where('key', '=', key),
  );
  if (known && known.request !== request) throw new AppError('keyOfAnother');
  if (known) return readWritten(known.written);
  // Before the work, so that of two at once the one waits here for the other, and finds its answer.
  const id = await writes.create(answer, { user_id, key, request }).catch(retryOnDuplicate);
  const written = await work();
  await writes.update(answer, id, { written: toJson(written) });
  return written;
}

function readWritten(text: string): WriteResult {
  const { id, items, ...kept } = fromJson<WriteResult>(text);
  return new WriteResult(kept, {
    ...kept,
    id: toBigint(id),
    items: items?.map((item) => ({ ...item, id: toBigint(item.id) ?? 0n })),
    isRepeated: true,
  });
}
