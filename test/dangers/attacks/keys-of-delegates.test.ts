import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp();
const { team } = delegatesOf(app);
const LOG = 'log.search';
const [logId = 0] = await app.permissionIds(LOG);
const { groupId, member } = await team(...Object.values(ADMINISTERS), LOG);
const passwords = { new_password: 'another horse 2', confirm_password: 'another horse 2' };
const account = { username: 'taken', password: PASSWORD, confirm_password: PASSWORD };

describe('a key of a delegate', () => {
  it('gives nothing, whatever it may', async () => {
    const id = await app.root.make('/cms/service-user', { username: 'robot', group_ids: [groupId] });
    const { key, id: keyId } = await app.root.done<{ key: string; id: number }>('POST /cms/key', {
      user_id: id,
      name: 'all',
      manages_accounts: true,
    });
    const program = app.as(key);
    const before = await app.root.get('/cms/admin/grants');
    for (const [request, body] of [
      ['POST /cms/user/register', { ...account, group_ids: [groupId] }],
      [`PUT /cms/admin/user/${member.id}`, { group_ids: [groupId] }],
      [`DELETE /cms/admin/user/${member.id}`],
      [`PUT /cms/admin/user/${member.id}/activation`],
      [`DELETE /cms/admin/user/${member.id}/activation`],
      [`PUT /cms/admin/user/${member.id}/password`, passwords],
      [`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, {}],
      [`DELETE /cms/admin/user/${member.id}/memberships/${groupId}`],
      [`DELETE /cms/admin/user/${member.id}/sessions`],
      [`DELETE /cms/admin/user/${member.id}/sessions/999999`],
      ['POST /cms/admin/invitation', { email: 'robot@home.test', group_ids: [groupId] }],
      ['POST /cms/admin/request', { user_id: member.id, group_id: groupId }],
      ['PUT /cms/admin/request/999999'],
      ['DELETE /cms/admin/request/999999'],
      ['POST /cms/admin/grants', { changes: [{ group_id: groupId, revoke: [logId] }] }],
      ['POST /cms/admin/permission/dispatch', { group_id: groupId, permission_id: logId }],
      ['POST /cms/admin/permission/remove', { group_id: groupId, permission_ids: [logId] }],
      ['POST /cms/service-user', { username: 'another', group_ids: [groupId] }],
      ['POST /v1/change-set/999999/approve', { version: 1 }],
      ['POST /v1/change-set/999999/reject', { version: 1, reason: 'no' }],
    ] as const) {
      assert.deepEqual(await program.outcome(request, body), [401, 10000], request);
      const [method = '', path = ''] = request.split(' ');
      const question = `method=${method}&path=${encodeURIComponent(path)}&key=${keyId}`;
      const { allowed } = await app.root.read<{ allowed: boolean }>(`/cms/access/explain?${question}`);
      assert.equal(allowed, false, `${request} is explained as refused`);
    }
    assert.equal((await app.root.get('/cms/admin/grants')).text, before.text);
    assert.equal((await member.get('/cms/user/information')).status, 200);
  });
});
