import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeFindUser } from '../../server/access/sign-in/actors.ts';
import type { Reader } from '../../server/database/engine.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp();

it('nobody gets what their group is given by the change that takes them out of it', async () => {
  const groupId = await app.groupWith('log.search');
  const [member, guests] = [await app.person([groupId]), await app.groupWith()];
  const { store } = app.server;
  let asked = 0;
  const reader: Reader = {
    async all(statement) {
      asked += 1;
      if (asked === 2) {
        await app.behind('update quire_membership set group_id = ? where user_id = ?', guests, member.id);
        const [id] = await app.permissionIds('log.list');
        await app.behind('update quire_grant set permission_id = ? where group_id = ?', id, groupId);
      }
      return store.database.reads.all(statement);
    },
  };
  const found = await makeFindUser(store)(BigInt(member.id), reader);
  assert.ok(found && found !== 'inactive');
  assert.deepEqual([...found.permissions], []);
  assert.deepEqual(found.groupIds, [BigInt(guests)]);
});
