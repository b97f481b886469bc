import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymous } from '../../../server/access/actor.ts';
import { PermissionUses } from '../../../server/access/uses/permission-uses.ts';
import type { Preview } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const DAY_MS = 86_400_000;
const app = await freshApp({ contentDir: 'test/content/rules' });
const { root, nobody } = app;
const editor = await app.granted('post.edit', 'person.salaries');
const member = await app.person();
const [edit, searchLog] = await app.permissionIds('post.edit', 'log.search');
for (let count = 0; count < 3; count++) await root.make('/v1/post', { title: `p${count}` });
const own = await editor.make('/v1/post', { title: 'own' });
const preview = (changes: object) => root.done<Preview>('POST /cms/access/preview', changes);

describe('a preview', () => {
  it('tells who would lose what, counted on records, and whom it would have refused', async () => {
    const gone = await editor.make('/v1/post', { title: 'gone' });
    await editor.done(`DELETE /v1/post/${gone}`);
    await editor
      .done(`DELETE /v1/post/trash/${gone}`)
      .catch(() => editor.done(`DELETE /v1/post/${gone}/purge`));
    const told = await preview({ grants: [{ group_id: editor.groupId, revoke: [edit] }] });
    assert.deepEqual([told.complete, told.gaining, told.losing], [true, 0, 1]);
    const [user] = told.users;
    assert.deepEqual([user?.id, user?.gains, user?.loses], [editor.id, [], ['post.edit']]);
    const of = (name: string) => user?.differences.find(({ subject }) => subject === name);
    assert.deepEqual(of('post read'), {
      subject: 'post read',
      before: { rows: 'all', count: 4, exact: true },
      after: { rows: 'some', count: 1, exact: true },
    });
    assert.equal(of('post delete')?.after.count, 1);
    assert.equal(of('post purge')?.after.rows, 'none');
    assert.equal(of('person read'), undefined);
    assert.deepEqual([told.past?.refused, told.past?.allowed], [1, 0]);
  });

  it('counts on no right that has ended', async () => {
    const one = await app.granted('post.edit');
    const before = { grants: [{ group_id: one.groupId, grant: [searchLog] }] };
    await app.behind('update quire_grant set until = 1 where group_id = ?', one.groupId);
    const [told] = (await preview(before)).users;
    assert.deepEqual([told?.gains, told?.loses], [['log.search'], []]);
    const again = await preview({ grants: [{ group_id: one.groupId, grant: [edit] }] });
    assert.deepEqual(again.users[0]?.gains, ['post.edit'], 'what has ended would come back');
    await app.behind('update quire_membership set until = 1 where user_id = ?', one.id);
    assert.deepEqual((await preview(before)).users, []);
  });

  it('tells who would gain what, and which refusals there would not have been', async () => {
    assert.equal((await editor.get('/cms/log/search')).status, 401);
    const told = await preview({ grants: [{ group_id: editor.groupId, grant: [searchLog] }] });
    assert.deepEqual([told.gaining, told.losing, told.users[0]?.gains], [1, 0, ['log.search']]);
    assert.deepEqual(
      told.users[0]?.differences.map(({ subject }) => subject),
      ['GET /cms/log/search'],
    );
    assert.deepEqual(
      [told.past?.allowed, told.past?.items.map(({ path }) => path)],
      [1, ['/cms/log/search']],
    );
  });

  it('tells of memberships, and what holds after they are changed', async () => {
    const changes = { memberships: [{ user_id: member.id, group_ids: [editor.groupId] }] };
    const told = await preview(changes);
    assert.deepEqual(told.users[0]?.gains.toSorted(), ['person.salaries', 'post.edit']);
    assert.equal((await member.get(`/v1/post/${own}`)).status, 404);
    assert.equal((await preview({})).users.length, 0);
  });

  it('changes nothing and is for super administrators', async () => {
    const changes = { grants: [{ group_id: editor.groupId, revoke: [edit] }] };
    await preview(changes);
    assert.equal((await editor.get(`/v1/post/${own}`)).status, 200);
    for (const person of [nobody, member, editor])
      assert.equal((await person.post('/cms/access/preview', changes)).status, 401);
  });

  for (const changes of [
    { grants: [{ group_id: 1, grant: [1] }] },
    { grants: [{ group_id: 999_999 }] },
    { grants: [{ group_id: 2, grant: [999_999] }] },
    { memberships: [{ user_id: 2, group_ids: [1] }] },
    { grants: 'x' },
  ])
    it(`is refused for ${JSON.stringify(changes)}`, async () =>
      assert.equal((await root.post('/cms/access/preview', changes)).status, 400));
});

describe('unused permissions', () => {
  const unused = (days = 90) =>
    root.read<{
      recorded_since: number | null;
      complete: boolean;
      items: { key: string; group_id: number }[];
    }>(`/cms/access/unused?days=${days}`);
  const keys = async () =>
    (await unused()).items.filter(({ group_id }) => group_id === editor.groupId).map(({ key }) => key);

  it('are not proposed before uses are recorded, nor soon after a grant', async () => {
    assert.deepEqual(await unused(), { recorded_since: null, complete: false, items: [] });
    const uses = new PermissionUses(app.server.store);
    const actor = {
      ...anonymous,
      id: BigInt(editor.id),
      permissions: new Set(['post.edit', 'person.salaries']),
    };
    const rule = { level: 'permission', permission: { key: 'post.edit', name: '', module: '' } } as const;
    uses.note(actor, rule, Date.now());
    uses.note(actor, rule, Date.now());
    uses.note({ ...actor, isSuper: true }, rule, Date.now());
    uses.note({ ...actor, impersonator: { id: 1n, username: 'root' } }, rule, Date.now());
    uses.note(anonymous, rule, Date.now());
    await uses.write();
    await uses.write();
    const records = await app.database.look('select user_id, permission from quire_permission_use');
    assert.deepEqual(records, [{ user_id: String(editor.id), permission: 'post.edit' }]);
    assert.deepEqual(await keys(), []);
  });

  it('are proposed once the grant is old and the last use is, too', async () => {
    const old = Date.now() - 200 * DAY_MS;
    await app.behind('update quire_grant set create_time = ?', old);
    assert.deepEqual(await keys(), ['person.salaries']);
    await app.behind(
      'update quire_permission_use set last_day = ?, create_time = ?',
      old - (old % DAY_MS),
      old,
    );
    assert.deepEqual((await keys()).toSorted(), ['person.salaries', 'post.edit']);
    assert.equal((await unused()).complete, true);
  });

  it('are those that are held, by the uses of present members', async () => {
    const today = Date.now() - (Date.now() % DAY_MS);
    await app.behind('update quire_permission_use set last_day = ?', today);
    assert.deepEqual(await keys(), ['person.salaries']);
    const end = (table: string, until: number | null) =>
      app.behind(`update ${table} set until = ? where group_id = ?`, until, editor.groupId);
    await end('quire_membership', Date.now() - 1);
    assert.deepEqual((await keys()).toSorted(), ['person.salaries', 'post.edit']);
    await end('quire_grant', Date.now() - 1);
    assert.deepEqual(await keys(), []);
    for (const table of ['quire_membership', 'quire_grant']) await end(table, null);
  });

  it('are told to a preview that takes them away, where they were used', async () => {
    const today = Date.now() - (Date.now() % DAY_MS);
    await app.behind('update quire_permission_use set last_day = ?', today);
    const { uses } = await preview({ grants: [{ group_id: editor.groupId, revoke: [edit] }] });
    assert.deepEqual(
      uses?.items.map(({ permission }) => permission),
      ['post.edit'],
    );
  });

  it('are for super administrators', async () => {
    for (const person of [nobody, member, editor])
      assert.equal((await person.get('/cms/access/unused')).status, 401);
  });
});

describe('uses', () => {
  it('are recorded of what requests did: actions and fields, not of what was only described', async () => {
    const other = await freshApp({ contentDir: 'test/content/rules' });
    const paid = await other.granted('person.salaries', 'post.edit');
    await other.root.make('/v1/person', { name: 'a', salary: '1.00' });
    await paid.read('/v1/person');
    await paid.read('/v1/post?can=1');
    const searcher = await other.granted('log.search', 'log.list');
    await searcher.read('/cms/log/search');
    await other.server.app.close();
    const records = await other.database.look(
      'select user_id, permission from quire_permission_use order by id',
    );
    assert.deepEqual(
      records.map(({ user_id, permission }) => [Number(user_id), permission]),
      [
        [paid.id, 'person.salaries'],
        [paid.id, 'post.edit'],
        [searcher.id, 'log.search'],
      ],
    );
  });
});
