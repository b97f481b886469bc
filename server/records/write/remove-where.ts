import type { Definition } from '../../definitions/define-collection.ts';
import type { Select } from '../query/select.ts';
import type { Writes } from './writes.ts';

/** Deletes the rows that a query finds, as `remove` does. Returns their number. */
export async function removeWhere(
  writes: Writes,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<number> {
  const rows = await writes.where(definition, narrow);
  for (const { id } of rows) await writes.remove(definition, id);
  return rows.length;
}

/** Deletes the rows that a query finds for good, as `erase` does. Returns their number. */
export async function eraseWhere(
  writes: Writes,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<number> {
  const rows = await writes.where(definition, narrow);
  await writes.erase(
    definition,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
