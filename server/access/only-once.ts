import { Overtaken } from '../database/retrying.ts';
import { toBigint } from '../definitions/bigint.ts';
import { AppError } from '../errors.ts';
import { fromJson, toJson } from '../json.ts';
import type { Writes } from '../records/writes.ts';
import { answer } from './answer.record.ts';
import { Written } from './written.ts';

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
  work: () => Promise<Written>,
): Promise<Written> {
  const user_id = writes.act.actor.id;
  const known = await writes.first(answer, (select) =>
    select.where('user_id', '=', user_id).where('key', '=', key),
  );
  if (known && known.request !== request) throw new AppError('keyOfAnother');
  if (known) return readWritten(known.written);
  // Before the work, so that of two at once the one waits here for the other, and finds its answer.
  const id = await writes.create(answer, { user_id, key, request }).catch((error: unknown) => {
    throw error instanceof AppError && error.key === 'duplicate' ? new Overtaken() : error;
  });
  const written = await work();
  await writes.update(answer, id, { written: toJson(written) });
  return written;
}

function readWritten(text: string): Written {
  const { id, items, ...kept } = fromJson(text) as unknown as Written;
  return new Written(kept, {
    ...kept,
    id: toBigint(id),
    items: items?.map((item) => ({ ...item, id: toBigint(item.id) ?? 0n })),
    isRepeated: true,
  });
}
