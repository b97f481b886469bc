import type { Permission } from '../../definitions/access-rule.ts';
import { render } from '../../messages/message.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { permission } from './permission.collection.ts';

/**
 * Keeps the permission table in step with the declared permissions: adds new ones, renames reworded ones, unmounts vanished
 * ones. Grants of unmounted permissions are kept, and count again when these return. Processes that start at once take turns.
 */
export async function syncPermissions(store: RecordStore, declared: readonly Permission[]): Promise<void> {
  const inWords = ({ key, name, module }: Permission) => ({
    key,
    name: render(name, store.language),
    module: render(module, store.language),
  });
  const wanted = new Map(declared.map((one) => [one.key, inWords(one)]));
  await store.writeAlone(systemContext('start'), async (writes) => {
    const present = await writes.where(permission, (select) => select.orderBy('id'));
    for (const record of present) {
      const { name = record.name, module = record.module } = wanted.get(record.key) ?? {};
      const mount = wanted.has(record.key);
      if (record.name === name && record.module === module && record.mount === mount) continue;
      await writes.update(permission, record.id, { name, module, mount });
    }
    const known = new Set(present.map(({ key }) => key));
    for (const one of wanted.values()) if (!known.has(one.key)) await writes.create(permission, one);
  });
}
