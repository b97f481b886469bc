import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillFoldedKeys, sharedNames } from '../../../server/access/accounts/folded-keys.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, type Group } from '../../support/records/administration.ts';

const app = await freshApp({ language: 'en' });
const { admin, outcome, groupNamed } = administration(app);

describe('groups', () => {
  it('are made, read, changed and deleted', async () => {
    const permission_ids = await app.permissionIds('log.search', 'book.delete');
    const made = await admin<{ id: number }>('POST', '/group', {
      name: 'editors',
      info: 'i',
      permission_ids,
    });
    assert.equal(made.status, 201);
    const { id } = made.body;
    const { body } = await admin<Group>('GET', `/group/${id}`);
    assert.deepEqual([body.name, body.info], ['editors', 'i']);
    assert.deepEqual(body.permissions.map((one) => one.id).sort(), [...permission_ids].sort());
    assert.equal((await admin('PUT', `/group/${id}`, { name: 'writers' })).status, 200);
    const renamed = (await admin<Group>('GET', `/group/${id}`)).body;
    assert.deepEqual([renamed.name, renamed.info, renamed.permissions.length], ['writers', 'i', 2]);
    assert.equal((await admin('DELETE', `/group/${id}`)).status, 200);
    assert.deepEqual(await outcome('GET', `/group/${id}`), [404, 10024]);
    assert.equal((await admin('POST', '/group', { name: 'writers' })).status, 201);
  });
  it('keep their names apart', async () => {
    assert.equal((await admin('POST', '/group', { name: 'once' })).status, 201);
    assert.deepEqual(await outcome('POST', '/group', { name: 'once' }), [403, 10072]);
    const other = await app.groupWith();
    assert.deepEqual(await outcome('PUT', `/group/${other}`, { name: 'once' }), [403, 10072]);
  });
  for (const [name, twins] of [
    [
      'Zoë Straße',
      [
        'zoë straße',
        'ZOË STRASSE',
        'Zoe\u0308 Straße',
        'Ｚｏë Straße',
        'Zo\u200bë Straße',
        'Zoë\u00a0Straße',
      ],
    ],
    ['编辑 Ａ组', ['编辑 a组', '编辑 A组', ' 编辑 Ａ组 ', '编\u00ad辑 A组']],
  ] as const)
    it(`keep ${name} apart from what people take for it`, async () => {
      const { body } = await admin<{ id: number }>('POST', '/group', { name });
      const other = await app.groupWith();
      for (const twin of twins) {
        assert.deepEqual(await outcome('POST', '/group', { name: twin }), [403, 10072], twin);
        assert.deepEqual(await outcome('PUT', `/group/${other}`, { name: twin }), [403, 10072], twin);
      }
      assert.equal((await admin('PUT', `/group/${body.id}`, { name: name.toLowerCase() })).status, 200);
      assert.equal((await admin('DELETE', `/group/${body.id}`)).status, 200);
      assert.equal((await admin('POST', '/group', { name: twins[0] })).status, 201);
    });
  it('go to one of several who ask for them in other case', async () => {
    const names = ['crew', 'Crew', 'CREW', 'ｃｒｅｗ'];
    const statuses = await Promise.all(
      names.map(async (name) => (await admin('POST', '/group', { name })).status),
    );
    assert.deepEqual(statuses.sort(), [201, 403, 403, 403]);
  });
  it('stay as they are where an older version took two for different', async () => {
    const [older, younger] = [await app.groupWith(), await app.groupWith()];
    const bare = 'update quire_group set name_key = null, name = ? where id = ?';
    await app.behind(bare, 'Night', older);
    await app.behind(bare, 'NIGHT', younger);
    for (let start = 0; start < 2; start += 1) await fillFoldedKeys(app.server.store);
    assert.match((await sharedNames(app.server.store.ownReads)).join(), /'NIGHT' could be taken for another/);
    assert.equal((await admin('PUT', `/group/${younger}`, { name: 'NIGHT', info: 'x' })).status, 200);
    assert.deepEqual(await outcome('POST', '/group', { name: 'night' }), [403, 10072]);
    assert.equal((await admin('PUT', `/group/${younger}`, { name: 'Late' })).status, 200);
    assert.deepEqual(await sharedNames(app.server.store.ownReads), []);
    assert.deepEqual(await outcome('POST', '/group', { name: 'late' }), [403, 10072]);
  });
  it('undo the whole creation where a permission is unknown', async () => {
    assert.deepEqual(
      await outcome('POST', '/group', { name: 'half', permission_ids: [999999] }),
      [404, 10231],
    );
    assert.equal((await admin('POST', '/group', { name: 'half' })).status, 201);
  });
  it('with members, of the super administrators and of the guests stay', async () => {
    const { groupId } = await app.granted();
    assert.deepEqual(await outcome('DELETE', `/group/${groupId}`), [403, 10027]);
    assert.deepEqual(await outcome('DELETE', `/group/${await groupNamed('root')}`), [403, 10074]);
    assert.deepEqual(await outcome('DELETE', `/group/${await groupNamed('guest')}`), [403, 10075]);
  });
  it('are all listed but the super administrators', async () => {
    const { body } = await admin<Group[]>('GET', '/group/all');
    const names = body.map(({ name }) => name);
    assert.ok(names.includes('guest') && !names.includes('root'));
  });
});

describe('grants', () => {
  it('come one at a time, once', async () => {
    const group_id = await app.groupWith();
    const [permission_id] = await app.permissionIds('log.search');
    const body = { group_id, permission_id };
    assert.deepEqual(await outcome('POST', '/permission/dispatch', body), [200, 9]);
    assert.deepEqual(await outcome('POST', '/permission/dispatch', body), [403, 10230]);
    assert.deepEqual(
      await outcome('POST', '/permission/dispatch', { ...body, permission_id: 99999 }),
      [404, 10231],
    );
    assert.deepEqual(
      await outcome('POST', '/permission/dispatch', { ...body, group_id: 99999 }),
      [404, 10024],
    );
  });
  it('come and go in numbers', async () => {
    const group_id = await app.groupWith('log.search');
    const permission_ids = await app.permissionIds('log.search', 'log.list', 'book.delete');
    assert.equal(
      (await admin('POST', '/permission/dispatch/batch', { group_id, permission_ids })).status,
      200,
    );
    assert.equal((await admin<Group>('GET', `/group/${group_id}`)).body.permissions.length, 3);
    const some = permission_ids.slice(0, 2);
    assert.equal((await admin('POST', '/permission/remove', { group_id, permission_ids: some })).status, 200);
    const { permissions } = (await admin<Group>('GET', `/group/${group_id}`)).body;
    assert.deepEqual(
      permissions.map(({ name }) => name),
      ['Delete books'],
    );
  });
  it('are described by routes', async () => {
    const { body } = await admin('GET', '/authority');
    assert.deepEqual(body.Log && Object.keys(body.Log).includes('Search the log'), true);
    assert.match(JSON.stringify(body), /GET \/cms\/log\/search/);
    assert.match(JSON.stringify(body), /DELETE \/v1\/book\/\{id\}/);
  });
  it('cannot be of what no route asks for any more', async () => {
    const name = 'See the information';
    const [[permission_id], group_id] = [await app.permissionIds('info.view'), await app.groupWith()];
    await app.behind('update quire_permission set mount = false where id = ?', permission_id);
    for (const [path, body] of [
      ['/permission/dispatch', { group_id, permission_id }],
      ['/permission/dispatch/batch', { group_id, permission_ids: [permission_id] }],
      ['/dispatch', { group_id, auth: name }],
      ['/group', { name: 'of the past', permission_ids: [permission_id] }],
    ] as const)
      assert.deepEqual(await outcome('POST', path, body), [404, 10231], path);
    assert.doesNotMatch((await admin('GET', '/permission')).text, new RegExp(name));
  });
});
