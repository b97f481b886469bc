import type { Renaming } from '../../database/schema/steps/step.ts';
import type { Writes } from '../../records/write/writes.ts';
import { grant } from './grant.record.ts';
import { permission } from './permission.record.ts';

/** Moves the grants of a renamed record's permissions to its new name. Idempotent. */
export async function renamePermissions(writes: Writes, { record, field, was }: Renaming): Promise<void> {
  if (field !== undefined) return; // keys name records only
  const all = await writes.where(permission, (select) => select.orderBy('id'));
  for (const { id, key } of all) {
    if (!key.startsWith(`${was}.`)) continue;
    const wanted = record + key.slice(was.length);
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
