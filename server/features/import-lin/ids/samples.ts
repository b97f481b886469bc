import type { Definition } from '../../../definitions/define-collection.ts';
import { isRefusal } from '../../../errors.ts';
import { cascadeOf, revision, system, type Writes, whereEvenDeleted } from '../../../records/index.ts';

/** The request in which a first start makes the samples. */
const FIRST_START = 'start';

/** The ids of a collection's samples that nobody has changed, deleted or referred to since the first start. */
export async function untouchedSamples(writes: Writes, definition: Definition): Promise<bigint[]> {
  const { name, samples, keepsHistory, hasDrafts } = definition;
  if (samples.length === 0 || !keepsHistory || hasDrafts) return [];
  const made = await writes.where(revision, (select) =>
    select
      .where('collection', '=', name)
      .where('request_id', '=', FIRST_START)
      .where('user_id', '=', system.id)
      .where('action', '=', 'create'),
  );
  if (made.length === 0) return [];
  const ids = made.map(({ record_id }) => record_id);
  const past = await writes.where(revision, (select) =>
    select.where('collection', '=', name).where('record_id', 'in', ids),
  );
  const revisions = Map.groupBy(past, ({ record_id }) => record_id);
  const records = await writes.where(definition, (select) => select.where('id', 'in', ids));
  const untouched: bigint[] = [];
  for (const record of records) {
    const isAsMade = revisions.get(record.id)?.length === 1;
    if (isAsMade && (await isAlone(writes, definition, record))) untouched.push(record.id);
  }
  return untouched.sort((one, other) => Number(one - other));
}

/** Destroys the untouched samples with their past, so that other records may have their ids. Returns their ids. */
export async function clearSamples(writes: Writes, definition: Definition): Promise<bigint[]> {
  const cleared: bigint[] = [];
  for (const id of await untouchedSamples(writes, definition)) {
    const clear = writes.atomically(async () => {
      await writes.remove(definition, id);
      const [removed] = await whereEvenDeleted(writes, definition, (select) => select.where('id', '=', id));
      if (removed) await writes.purge(definition, removed);
      await writes.forget(definition, [id]);
      cleared.push(id);
    });
    await clear.catch((error: unknown) => {
      if (!isRefusal(error)) throw error; // a hook of the project keeps the sample
    });
  }
  return cleared;
}

/** Whether no other record would be changed if this one were deleted. */
async function isAlone(
  writes: Writes,
  definition: Definition,
  record: { readonly id: bigint },
): Promise<boolean> {
  try {
    const { deleted, changed } = await cascadeOf(writes, definition, [record]);
    return (
      changed.size === 0 &&
      [...deleted.values()].every((records) => [...records.keys()].join() === `${record.id}`)
    );
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
