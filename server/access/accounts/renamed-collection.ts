import type { Renaming } from '../../database/schema/steps/step.ts';
import type { Writes } from '../../records/write/writes.ts';
import { grant } from './grant.collection.ts';
import { permission } from './permission.collection.ts';

/** Moves the grants of a renamed collection's permissions to its new name. Idempotent. */
export async function renamePermissions(writes: Writes, { collection, field, was }: Renaming): Promise<void> {
  if (field !== undefined) return; // keys name collections only
  const all = await writes.where(permission, (select) => select.orderBy('id'));
  for (const { id, key } of all) {
    if (!key.startsWith(`${was}.`)) continue;
    const wanted = collection + key.slice(was.length);
    const made = all.find((one) => one.key === wanted);
    if (made) {
      // An earlier start created it, before `renamedFrom` was added to the definition.
      const [held] = await writes.where(grant, (select) =>
        select.where('permission_id', '=', made.id).limit(1),
      );
      if (held) continue;
      await writes.remove(permission, made.id);
    }
    await writes.update(permission, id, { key: wanted });
  }
}
