// Takes long: whole databases of a Lin CMS move in, and their clients go on.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from '../support/bodies.ts';
import type { Plain } from '../support/client.ts';
import { call, type Running, serveHere, signIn } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { fillAwkwardly, PASSWORD_THERE, ROOT_THERE } from './awkward-records.ts';
import { importer } from './importer.ts';
import { type Layout, linSource } from './lin-source.ts';

const layouts: readonly Layout[] = ['koa', 'spring'];
for (const layout of layouts) {
  const source = await linSource(layout);
  await fillAwkwardly(layout, source);
  const name = `moving-${layout}`;
  const { importLin, counts, everything, credentialOf } = await importer(name, source.url);

  describe(`from a database in the layout of ${layout}`, () => {
    let server: Pick<Running, 'base'>;
    let root: string;
    const get = async <Body>(path: string, token = root): Promise<Body> => {
      const { status, body } = await call(server, 'GET', path, { token });
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      return body as Body;
    };
    const logIn = async (username: string, password: string) =>
      (await call(server, 'POST', '/cms/user/login', { body: { username, password } })).status;

    before(async () => {
      server = await serveHere(name, { SAMPLE_DATA: 'false' });
      root = await signIn(server);
      const here = { username: 'here', password: 'horse battery', confirm_password: 'horse battery' };
      await call(server, 'POST', '/cms/user/register', { token: root, body: here });
      await call(server, 'POST', '/cms/admin/group', { token: root, body: { name: 'taken', info: '' } });
      await get('/v1/changes'); // on a database server, changes get their positions when they are first read
    });

    let dry: string;
    it('a dry run tells everything and writes nothing', async () => {
      const was = await everything();
      dry = await importLin('--time-zone', '+08:00');
      assert.deepEqual(await everything(), was);
      assert.match(dry, /Dry run/);
    });

    it('an import does what the dry run told, while the server runs', async () => {
      const said = await importLin('--time-zone', '+08:00', '--apply');
      assert.equal(said.replace(/Importing/, ''), dry.replace(/Dry run.*/, ''));
      assert.deepEqual(
        Object.fromEntries(
          [
            'lin_permission',
            'lin_group',
            'lin_group_permission',
            'lin_user',
            'lin_user_identity',
            'lin_user_group',
            'book',
            'lin_log',
          ].map((table) => [table, counts(said, table)]),
        ),
        {
          lin_permission: [4, 0, 2, 2, 0],
          lin_group: [6, 1, 2, 3, 1],
          lin_group_permission: [7, 2, 0, 5, 0],
          lin_user: [13, 8, 1, 4, 8],
          lin_user_identity: [12, 7, 0, 5, 0],
          lin_user_group: [10, 3, 1, 6, 0],
          book: [5, 3, 0, 2, 1],
          lin_log: [233, 232, 0, 1, 2],
        },
      );
    });

    it('tells what is left behind, record by record, with the reason', () => {
      for (const line of [
        `lin_user  skipped: it is deleted there  [id 3]`,
        `lin_user  skipped: 'mei' is also the name of user 2 there  [id 4]`,
        `lin_user  skipped: 'here' is the name of another user here  [id 13]`,
        `lin_user  changed: its password is of no known format: an administrator must set one  [id 6, 7]`,
        `lin_user  changed: it gets another id here  [id 2 → 14]`,
        `lin_user  changed: it signs in as 'renamed', no longer as 'oldname'  [id 12]`,
        `lin_user_group  skipped: an import makes nobody a super administrator  [id 7]`,
        `lin_user_group  skipped: user 99 does not exist there  [id 9]`,
        `lin_permission  skipped: no route here asks for '看戏' of '戏院'  [id 3]`,
        `book  skipped: Invalid input: image must have at most 50 characters  [id 3]`,
        `book  left behind, no such column is known here  [price]`,
        `poem  left behind, no such table is known here  [2 records]`,
      ])
        assert.ok(dry.split('\n').includes(line), line);
    });

    it('people sign in with the passwords that they had, and again after these were renewed', async () => {
      assert.doesNotMatch(await credentialOf('mei'), /^\$argon2id/);
      assert.equal(await logIn('mei', `${PASSWORD_THERE}x`), 401);
      assert.equal(await logIn('mei', 'a later one'), 401);
      for (const username of ['mei', 'Mei', '表情😀', 'lone', 'boss', 'renamed']) {
        assert.equal(await logIn(username, PASSWORD_THERE), 200, username);
        assert.match(await credentialOf(username), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, username);
        assert.equal(await logIn(username, PASSWORD_THERE), 200, username);
      }
    });

    it('nobody else signs in: not by the root password there, not without a known password, not deleted', async () => {
      const refused = ['gone', 'oldname', 'noid', 'bcrypt', 'x', 'here'].map((one) =>
        logIn(one, PASSWORD_THERE),
      );
      assert.deepEqual(new Set(await Promise.all(refused)), new Set([401]));
      assert.equal(await logIn('root', ROOT_THERE), 401);
    });

    it('groups and what they were granted hold', async () => {
      const [mei, boss] = [
        await signIn(server, 'mei', PASSWORD_THERE),
        await signIn(server, 'boss', PASSWORD_THERE),
      ];
      const held = await get<{ groups: { name: string }[] }>('/cms/user/information', mei);
      assert.deepEqual(
        held.groups.map((one) => one.name),
        ['编辑'],
      );
      const { permissions } = await get<{ permissions: unknown }>('/cms/user/permissions', mei);
      assert.deepEqual(permissions, [{ 图书: [{ permission: '删除图书', module: '图书' }] }]);
      assert.equal((await call(server, 'GET', '/cms/log/search', { token: mei })).status, 401);
      assert.equal((await call(server, 'GET', '/cms/log/search', { token: boss })).status, 200, 'guests may');
      assert.equal((await call(server, 'GET', '/cms/admin/users', { token: boss })).status, 401, 'no super');
    });

    it('users and books keep what they were, to the millisecond, in the zone that was named', async () => {
      const mei = await get<Record<string, unknown>>(
        '/cms/user/auths',
        await signIn(server, 'mei', PASSWORD_THERE),
      );
      assert.equal(mei.create_time, Date.parse('2020-03-01T08:00:00.123+08:00'));
      assert.deepEqual([mei.nickname, mei.email], ['梅', 'mei@example.test']);
      const { items } = await get<Page<Plain>>('/v1/book?sort=id&count=100');
      assert.deepEqual(
        items.map(({ title }) => title),
        ['山海经', '空', '😀'.repeat(50)],
      );
      assert.equal(items[0]?.create_time, Date.parse('2019-01-01T00:00:00+08:00'));
      assert.equal(items[0]?.update_time, Date.parse('2019-06-01T12:30:00.500+08:00'));
      assert.equal(items[2]?.summary, '第一行\n第二行');
    });

    it('the log is searched as before, under the new ids of its users', async () => {
      const found = await get<Page<Plain>>(
        '/cms/log/search?keyword=mei%20做了&count=10&end=2020-12-31%2000:00:00',
      );
      assert.equal(found.total, 230);
      const { items } = await get<Page<Plain>>('/cms/admin/users?count=100');
      const mei = items.find(({ username }) => username === 'mei')?.id;
      assert.deepEqual(new Set(found.items.map(({ user_id }) => user_id)), new Set([mei]));
      const [gone] = (await get<Page<Plain>>('/cms/log/search?name=gone')).items;
      assert.deepEqual([gone?.user_id, gone?.username], [0, 'gone']);
    });

    it('a second import adds nothing, and what was deleted here stays deleted', async () => {
      const { items } = await get<Page<Plain>>('/v1/book?sort=id&count=1');
      await call(server, 'DELETE', `/v1/book/${items[0]?.id}`, { token: root });
      const users = await get<Page<Plain>>('/cms/admin/users?count=100');
      const said = await importLin('--time-zone', '+08:00', '--apply');
      for (const table of [
        'lin_group',
        'lin_group_permission',
        'lin_user',
        'lin_user_identity',
        'lin_user_group',
        'book',
        'lin_log',
      ])
        assert.equal(counts(said, table)[1], 0, table);
      assert.deepEqual(counts(said, 'lin_log'), [233, 0, 232, 1, 0]);
      assert.equal((await get<Page<Plain>>('/v1/book')).total, 2);
      assert.deepEqual(await get<Page<Plain>>('/cms/admin/users?count=100'), users);
    });

    it('what is repaired there comes with the next import', async () => {
      await source.run(`update book set image = 'short.jpg' where id = 3`);
      await source.run(`update lin_user set username = 'mei2' where id = 4`);
      const said = await importLin('--apply');
      assert.deepEqual([counts(said, 'book')[1], counts(said, 'lin_user')[1]], [1, 1]);
    });

    it('who was erased here does not come back with the next import', async () => {
      const mei = (await get<Page<Plain>>('/cms/admin/users?count=100')).items.find(
        (one) => one.username === 'mei',
      );
      const request = { token: root, body: { username: 'mei' } };
      assert.equal((await call(server, 'POST', `/cms/admin/user/${mei?.id}/erasure`, request)).status, 200);
      const lines = async () => (await get<Page<Plain>>('/cms/log/search?name=mei')).total;
      await until(async () => (await lines()) === 0);
      await importLin('--time-zone', '+08:00', '--apply');
      assert.equal(await lines(), 0);
      const names = (await get<Page<Plain>>('/cms/admin/users?count=100')).items.map(
        ({ username }) => username,
      );
      assert.ok(!names.includes('mei'), names.join());
    });
  });
}
