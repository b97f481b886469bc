import assert from 'node:assert/strict';
import { permission } from '../../../server/access/accounts/permission.collection.ts';
import { suggestion } from '../../../server/shared/text/words.ts';
import type { Server } from '../../../server/start.ts';

/** Finds the ids of permissions by their keys, such as `article.edit`; a key that nothing declares fails. */
export function permissionIdsOn({ store }: Server) {
  const read = async () => {
    const records = await store.reads.where(permission, (select) => select.orderBy('id'));
    return new Map(records.filter(({ mount }) => mount).map(({ key, id }) => [key, Number(id)]));
  };
  let ids: ReturnType<typeof read> | undefined;

  return async (...keys: readonly string[]): Promise<number[]> => {
    ids ??= read();
    const known = await ids;
    return keys.map(
      (key) =>
        known.get(key) ??
        assert.fail(`no permission has the key '${key}'${suggestion(key, [...known.keys()])}`),
    );
  };
}
