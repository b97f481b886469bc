import type { Permission } from '../../definitions/access-rule.ts';
import { render } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { permission } from './permission.collection.ts';

/**
 * Keeps the permission table in step with the declared permissions: adds new ones, renames reworded ones, unmounts vanished
 * ones. Grants of unmounted permissions are kept, and count again when these return. Processes that start at once take turns.
 */
export async function syncPermissions(records: Records, declared: readonly Permission[]): Promise<void> {
  const inWords = ({ key, name, module }: Permission) => ({
    key,
    name: render(name, records.language),
    module: render(module, records.language),
  });
  const wanted = new Map(declared.map((one) => [one.key, inWords(one)]));
  await records.writeAlone(systemContext('start'), async (writes) => {
    const present = await writes.where(permission, (select) => select.orderBy('id'));
    for (const row of present) {
      const { name = row.name, module = row.module } = wanted.get(row.key) ?? {};
      const mount = wanted.has(row.key);
      if (row.name === name && row.module === module && row.mount === mount) continue;
      await writes.update(permission, row.id, { name, module, mount });
    }
    const known = new Set(present.map(({ key }) => key));
    for (const one of wanted.values()) if (!known.has(one.key)) await writes.create(permission, one);
  });
}
