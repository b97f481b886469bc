import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, INVALID, REFUSED, WELCOME } from '../../support/records/administration.ts';

const app = await freshApp();
const { admin, listed, search } = administration(app);

describe('the very next request is refused after', () => {
  const searcher = () => app.granted('log.search');
  it('a grant is revoked', async () => {
    const { access, groupId } = await searcher();
    const permission_ids = await app.permissionIds('log.search');
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(await search(access), WELCOME);
      await admin('POST', '/permission/remove', { group_id: groupId, permission_ids });
      assert.deepEqual(await search(access), REFUSED);
      await admin('POST', '/permission/dispatch/batch', { group_id: groupId, permission_ids });
    }
  });
  it('a membership ends', async () => {
    const { access, id } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('PUT', `/user/${id}`, { group_ids: [] });
    assert.deepEqual(await search(access), REFUSED);
  });
  it('a user is deactivated, whose old tokens stay refused after activation', async () => {
    const { access, id, username } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('PUT', `/disable/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await listed(id))?.active, 2);
    const inactive = await app.logIn(username);
    assert.deepEqual([inactive.status, inactive.body.error_code], REFUSED);
    await admin('PUT', `/active/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.deepEqual(await search((await app.signIn(username)).access), WELCOME);
  });
  it('a user is deleted', async () => {
    const { access, refresh, id, username } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('DELETE', `/user/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await app.as(refresh).get('/cms/user/refresh')).status, 401);
    const gone = await app.logIn(username);
    assert.deepEqual([gone.status, gone.body.error_code], [401, 10031]);
  });
  it('a password is reset', async () => {
    const { access, id, username } = await searcher();
    const body = { new_password: 'reset words 3', confirm_password: 'reset words 3' };
    assert.equal((await admin('PUT', `/user/${id}/password`, body)).status, 200);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await app.logIn(username)).status, 401);
    assert.equal((await app.logIn(username, 'reset words 3')).status, 200);
  });
  it('another process deactivates a user', async () => {
    const { access, id } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await app.behind('update quire_user set active = false where id = ?', id);
    assert.deepEqual(await search(access), INVALID);
  });
});
