import type { Definition } from '../../definitions/define-collection.ts';
import type { Select } from '../query/select.ts';
import type { Writes } from './writes.ts';

/** Deletes the records that a query finds, as `remove` does. Returns their number. */
export async function removeWhere(
  writes: Writes,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<number> {
  const records = await writes.where(definition, narrow);
  for (const { id } of records) await writes.remove(definition, id);
  return records.length;
}

/** Deletes the records that a query finds for good, as `erase` does. Returns their number. */
export async function eraseWhere(
  writes: Writes,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<number> {
  const records = await writes.where(definition, narrow);
  await writes.erase(
    definition,
    records.map(({ id }) => id),
  );
  return records.length;
}
