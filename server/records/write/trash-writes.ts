import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { AnyRecord } from '../record.ts';
import type { WriteParts } from './parts.ts';
import { publishedCollection } from './publishing.ts';
import { whereEvenDeleted } from './removal/deleted.ts';
import { placeErrors } from './values/tree-places.ts';
import { takenFields, visibleNames } from './values/unique.ts';

/** Brings a record back from the trash. Throws if a living record has taken its unique values. */
export async function reviveRecord(
  { writes, records, hooks }: WriteParts,
  definition: Definition,
  before: AnyRecord,
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
  const revived = await records.revive(definition, before);
  await hooks.after(definition, 'restore', revived);
}

/** Destroys a record in the trash. */
export async function purgeRecord(
  { writes, records, hooks }: WriteParts,
  definition: Definition,
  record: AnyRecord,
): Promise<void> {
  await hooks.before(definition, 'purge', record);
  await records.purge(definition, record);
  // Its published record is in the trash of the published collection, which nobody lists.
  if (definition.draftOf !== undefined) {
    const published = publishedCollection(writes, definition);
    const seen = await whereEvenDeleted(writes, published, (select) => select.where('id', '=', record.id));
    await records.purgeFilesOf(published, seen);
    await records.forget(published, [record.id]);
  }
  await hooks.after(definition, 'purge', [[record, record]]);
}
