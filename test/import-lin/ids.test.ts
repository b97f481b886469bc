import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { call, folder, serveHere, signIn } from '../support/server-process.ts';
import { importer } from './importer.ts';
import { hashOf, linSource } from './lin-source.ts';

const PASSWORD_THERE = 'a long way home';
const source = await linSource('koa');
await fillWithGaps();

/** Ids with gaps, and records among them that are not taken over. */
async function fillWithGaps(): Promise<void> {
  const { fill } = source;
  await fill('lin_group', 'id, name, level', [1, 'root', 1], [2, 'guest', 2], [3, '编辑', 3], [7, '校对', 3]);
  await fill(
    'lin_user',
    'id, username, delete_time',
    [1, 'root', null],
    [3, 'mei', null],
    [5, 'gone', '2021-01-01'],
    [12, 'ann', null],
  );
  const hash = hashOf('koa', PASSWORD_THERE);
  await fill(
    'lin_user_identity',
    'user_id, identity_type, identifier, credential',
    [3, 'USERNAME_PASSWORD', 'mei', hash],
    [12, 'USERNAME_PASSWORD', 'ann', hash],
  );
  await fill('lin_user_group', 'user_id, group_id', [1, 1], [3, 3], [12, 7]);
  const tooLong = `https://example.test/${'x'.repeat(60)}`;
  await fill(
    'book',
    'id, title, image, delete_time',
    [1, '山海经', '', null],
    [3, '论语', '', null],
    [4, '删掉的', '', '2021-01-01'],
    [5, '孟子', '', null],
    [6, '图太长', tooLong, null],
    [8, '庄子', '', null],
    [20, '老子', '', null],
  );
  await fill('lin_log', 'message, user_id, username', ['mei 做了', 3, 'mei']);
}

/** A server in use holds some of these ids: records of its own, one in the trash, one destroyed, and a changed sample. */
const inUse = {
  prepare: async (server: { base: string }, root: string) => {
    const post = async (path: string, body: object) =>
      assert.equal((await call(server, 'POST', path, { token: root, body })).status, 201);
    for (const title of ['here 3', 'here 4', 'here 5']) await post('/v1/book', { title });
    assert.equal((await call(server, 'DELETE', '/v1/book/3', { token: root })).status, 200);
    for (const path of ['/v1/book/5', '/v1/book/trash/5'])
      assert.equal((await call(server, 'DELETE', path, { token: root })).status, 200);
    const changed = { token: root, body: { title: '自己的' } };
    assert.equal((await call(server, 'PATCH', '/v1/book/1', changed)).status, 200);
    const password = 'horse battery';
    for (const username of ['here2', 'here3'])
      await post('/cms/user/register', { username, password, confirm_password: password });
    await post('/cms/admin/group', { name: 'mine', info: '' });
  },
  lines: [
    'book  untouched samples of this server make way  [id 2]',
    'book  changed: it gets another id here  [id 1 → 21, 3 → 22, 5 → 23]',
    'lin_user  changed: it gets another id here  [id 3 → 13]',
    'lin_group  changed: it gets another id here  [id 3 → 8]',
  ],
  books: { 1: '自己的', 4: 'here 4', 8: '庄子', 20: '老子', 21: '山海经', 22: '论语', 23: '孟子' },
  users: { 2: 'here2', 3: 'here3', 12: 'ann', 13: 'mei' },
  groups: { 1: 'root', 3: 'mine', 7: '校对', 8: '编辑' },
  next: { book: 24, user: 14, group: 9 },
};

const empty = {
  prepare: async () => {},
  lines: ['book  untouched samples of this server make way  [id 1, 2]'],
  books: { 1: '山海经', 3: '论语', 5: '孟子', 8: '庄子', 20: '老子' },
  users: { 3: 'mei', 12: 'ann' },
  groups: { 3: '编辑', 7: '校对' },
  next: { book: 21, user: 13, group: 8 },
};

for (const [name, expected] of Object.entries({ empty, inUse }))
  describe(`ids, moved into a server that is ${name}`, async () => {
    const { importLin, look, everything } = await importer(`ids-${name}`, source.url);
    const server = await serveHere(`ids-${name}`);
    const root = await signIn(server);
    const named = async (table: string, column: string, ids: object) => {
      const records = await look(`select id, "${column}" as name from ${table} where is_deleted = ?`, false);
      const there = Object.fromEntries(records.map(({ id, name }) => [Number(id), name]));
      return Object.fromEntries(Object.keys(ids).map((id) => [id, there[id]]));
    };
    const renumbered = (said: string) =>
      said.split('\n').filter((line) => /gets another id|make way/.test(line));

    it('tells every id that changes, a dry run beforehand', async () => {
      await expected.prepare(server, root);
      await call(server, 'GET', '/v1/changes', { token: root }); // on a database server, changes get their positions when they are first read
      const was = await everything();
      const dry = await importLin();
      assert.deepEqual(await everything(), was);
      const said = await importLin('--apply');
      assert.equal(said.replace(/Importing/, ''), dry.replace(/Dry run.*/, ''));
      assert.deepEqual(renumbered(said).sort(), [...expected.lines].sort());
    });

    it('each address answers the record that it answered there, or as here before', async () => {
      assert.deepEqual(await named('book', 'title', expected.books), expected.books);
      assert.deepEqual(await named('quire_user', 'username', expected.users), expected.users);
      for (let id = 1; id <= 24; id++) {
        const { status, body } = await call(server, 'GET', `/lin3/v1/book/${id}`, { token: root });
        const title = (expected.books as Record<number, string>)[id];
        assert.deepEqual([status, body.title], title ? [200, title] : [404, undefined], `book ${id}`);
      }
      const { body } = await call(server, 'GET', '/cms/admin/group/all', { token: root });
      const groups = new Map(Object.values(body).map(({ id, name }) => [id, name]));
      for (const [id, name] of Object.entries(expected.groups))
        if (id !== '1') assert.equal(groups.get(Number(id) as never), name);
    });

    it('what refers to a record follows its id', async () => {
      const information = async (username: string) => {
        const token = await signIn(server, username, PASSWORD_THERE);
        return (await call(server, 'GET', '/cms/user/information', { token })).body as unknown as {
          id: number;
          groups: { name: string }[];
        };
      };
      const mei = await information('mei');
      assert.deepEqual(
        mei.groups.map((one) => one.name),
        ['编辑'],
      );
      const [line] = await look(`select user_id from quire_log where message = 'mei 做了'`);
      assert.equal(Number(line?.user_id), mei.id);
      assert.deepEqual(
        (await information('ann')).groups.map((one) => one.name),
        ['校对'],
      );
    });

    it('new records go on after the highest id', async () => {
      const id = async (path: string, body: object) =>
        (await call(server, 'POST', path, { token: root, body })).body.id as unknown as number;
      assert.equal(await id('/v1/book', { title: '新书' }), expected.next.book);
      const account = { username: 'fresh', password: 'horse battery', confirm_password: 'horse battery' };
      assert.equal(await id('/cms/user/register', account), expected.next.user);
      assert.equal(await id('/cms/admin/group', { name: 'fresh', info: '' }), expected.next.group);
    });

    it('the map says which record of the source is which here', async () => {
      const file = join(folder, `${name}.csv`);
      await importLin('--map', file);
      const [head, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
      assert.equal(head, 'table,id_there,id_here');
      for (const [table, tableHere] of [
        ['book', 'book'],
        ['lin_user', 'quire_user'],
      ] as const)
        for (const line of lines.filter((one) => one.startsWith(`${table},`))) {
          const [, there = '', here = ''] = line.split(',');
          const column = table === 'book' ? 'title' : 'username';
          const [named] = await look(
            `select "${column}" as name from ${tableHere} where id = ?`,
            BigInt(here),
          );
          const [records] = await source.run(`select ${column} as name from ${table} where id = ${there}`);
          assert.deepEqual([named], records, line);
        }
      assert.deepEqual(
        lines.filter((line) => line.startsWith('book,')).map((line) => Number(line.split(',')[1])),
        [1, 3, 5, 8, 20],
      );
      assert.equal(lines.length, Number((await look('select count(*) as n from quire_imported'))[0]?.n));
    });

    it('a later import tells the changed ids again, and a repaired record still gets its own', async () => {
      await source.run(`update book set image = 'short.jpg' where id = 6`);
      const said = await importLin('--apply');
      await source.run(`update book set image = '${'x'.repeat(80)}' where id = 6`);
      assert.equal((await call(server, 'GET', '/v1/book/6', { token: root })).body.title, '图太长');
      const told = expected.lines
        .filter((line) => line.includes('changed:'))
        .map((line) => line.replace('changed: it gets another id here', 'already there under another id'));
      assert.deepEqual(
        said
          .split('\n')
          .filter((line) => line.includes('another id'))
          .sort(),
        told.sort(),
      );
    });
  });
