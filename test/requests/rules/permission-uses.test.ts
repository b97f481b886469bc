import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anonymous } from '../../../server/access/actor.ts';
import { PermissionUses } from '../../../server/access/uses/permission-uses.ts';
import type { RecordStore } from '../../../server/records/record-store.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { engineName } from '../../support/test-database.ts';

const app = await freshApp();
const USERS = [7n, 8n, 9n];
const permission = { key: 'collection.update', name: '', module: '' };

/** Stores what an instance has noted of these users. */
function noteUses(
  users: readonly bigint[],
  store: Pick<RecordStore, 'write'> = app.server.store,
): Promise<void> {
  const uses = new PermissionUses(store as RecordStore); // it does nothing but write
  for (const id of users) {
    const actor = { ...anonymous, id, permissions: new Set([permission.key]) };
    uses.note(actor, { level: 'permission', permission }, Date.now());
  }
  return uses.write();
}

it('uses are stored although other instances store the same ones, one after the other, meanwhile', {
  skip: engineName === 'sqlite', // one transaction runs at a time
}, async () => {
  const others = [...USERS];
  const write: RecordStore['write'] = (context, work) =>
    app.server.store.write(context, (writes, connection) => {
      const where = writes.where.bind(writes);
      writes.where = async (record, narrow) => {
        const records = await where(record, narrow);
        await noteUses(others.splice(0, 1));
        return records;
      };
      return work(writes, connection);
    });
  await noteUses(USERS, { write });
  const stored = await app.database.look('select user_id from quire_permission_use order by user_id');
  assert.deepEqual(
    stored.map(({ user_id }) => BigInt(user_id ?? 0)),
    USERS,
  );
});
