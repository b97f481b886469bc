import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Row } from '../row.ts';
import type { WriteParts } from './parts.ts';
import { publishedCollection } from './publishing.ts';
import { whereEvenDeleted } from './removal/deleted.ts';
import { placeErrors } from './values/tree-places.ts';
import { takenFields, visibleNames } from './values/unique.ts';

/** Brings a row back from the trash. Throws if a living row has taken its unique values. */
export async function reviveRow(
  { writes, rows, hooks }: WriteParts,
  definition: Definition,
  before: Row,
): Promise<void> {
  await hooks.before(definition, 'restore', before);
  const taken = await takenFields(writes, definition, before);
  if (taken) {
    const names = await visibleNames(writes, definition, taken);
    const detail = message('valuesTaken', { label: definition.label, id: before.id, names });
    throw new AppError('notRestorable', { detail });
  }
  const [misplaced] = await placeErrors(writes, definition, [before]);
  if (misplaced) {
    const detail = message('misplaced', { label: definition.label, id: before.id });
    throw new AppError('notRestorable', { detail });
  }
  const revived = await rows.revive(definition, before);
  await hooks.after(definition, 'restore', revived);
}

/** Destroys a row in the trash. */
export async function purgeRow(
  { writes, rows, hooks }: WriteParts,
  definition: Definition,
  row: Row,
): Promise<void> {
  await hooks.before(definition, 'purge', row);
  await rows.purge(definition, row);
  // Its published row is in the trash of the published collection, which nobody lists.
  if (definition.draftOf !== undefined) {
    const published = publishedCollection(writes, definition);
    const seen = await whereEvenDeleted(writes, published, (select) => select.where('id', '=', row.id));
    await rows.purgeFilesOf(published, seen);
    await rows.forget(published, [row.id]);
  }
  await hooks.after(definition, 'purge', [[row, row]]);
}
