import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Explained } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { countReads } from '../../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });
const { root, nobody } = app;
const { program } = keysOf(app);
const [member, author, editor] = [await app.person(), await app.person(), await app.granted('post.edit')];
const people = [
  ['nobody', nobody, ''],
  ['member', member, `&user=${member.id}`],
  ['author', author, `&user=${author.id}`],
  ['editor', editor, `&user=${editor.id}`],
  ['root', root, '&user=1'],
] as const;
const posts = [
  await author.make('/v1/post', { title: 'draft' }),
  await root.make('/v1/post', { title: 'reviewed', reviewers: [member.id] }),
  await editor.make('/v1/post', { title: 'published', state: 'published' }),
];
const explain = (query: string) => root.read<Explained>(`/cms/access/explain?${query}`);

describe('an explanation', () => {
  for (const [name, person, user] of people)
    it(`tells of ${name} what the server then does`, async () => {
      for (const id of posts)
        for (const [action, request] of [
          ['read', `GET /v1/post/${id}`],
          ['update', `PATCH /v1/post/${id}`],
          ['delete', `DELETE /v1/post/${id}?dry_run=true`],
          ['history', `GET /v1/post/${id}/history`],
        ] as const) {
          const { status, text } = await person.ask(
            request,
            action === 'update' ? { title: 'new' } : undefined,
          );
          const { allowed } = await explain(`collection=post&action=${action}&id=${id}${user}`);
          assert.equal(allowed, status < 300, `${request}: ${status} ${text}`);
        }
    });

  it('of the past of a record names both rules that must allow, and knows deleted records', async () => {
    const viewer = await app.granted('post.history');
    const asked = async (id: number, of: { readonly id: number }) =>
      (await explain(`collection=post&action=history&id=${id}&user=${of.id}`)).allowed;
    const draft = posts[0] ?? 0;
    assert.equal((await viewer.get(`/v1/post/${draft}/history`)).status, 404);
    assert.equal(await asked(draft, viewer), false);
    const { decisions } = await explain(`collection=post&action=history&id=${draft}&user=${viewer.id}`);
    assert.deepEqual(
      decisions.map(({ of, rows: records }) => [of, records]),
      [
        ['record', 'all'],
        ['reading', 'some'],
      ],
    );
    const gone = await author.make('/v1/post', { title: 'gone' });
    await author.done(`DELETE /v1/post/${gone}`);
    assert.equal((await author.get(`/v1/post/${gone}/history`)).status, 200);
    assert.deepEqual([await asked(gone, author), await asked(gone, member)], [true, false]);
  });

  it('names the rule, what met it, by which groups, and what would', async () => {
    const query = `collection=post&action=update&user=${editor.id}`;
    const { allowed, rows: records, decisions, missing } = await explain(query);
    assert.deepEqual([allowed, records, missing], [true, 'all', []]);
    const steps = decisions[0]?.steps ?? [];
    assert.deepEqual(
      steps.map((step) => [step.met, step.rows, step.permission]),
      [
        [true, 'some', undefined],
        [true, 'some', undefined],
        [true, 'all', 'post.edit'],
      ],
    );
    assert.deepEqual(steps[0]?.condition, { state: 'draft', reviewers: { eq: editor.id } });
    assert.deepEqual(
      steps[2]?.groups?.map(({ id }) => id),
      [editor.groupId],
    );
    const { missing: lacking, row: record } = await explain(
      `collection=post&action=update&user=${member.id}&id=${posts[2]}`,
    );
    assert.deepEqual(
      lacking.map(({ key }) => key),
      ['post.edit'],
    );
    assert.deepEqual(record, {
      id: posts[2],
      exists: true,
      matches: false,
      values: { state: 'published', reviewers: [], create_user_id: editor.id },
    });
  });

  it('tells of fields, routes and records that do not exist', async () => {
    const salary = await explain(`collection=person&action=read&field=salary&user=${member.id}`);
    assert.deepEqual([salary.allowed, salary.decisions.map(({ of }) => of)], [false, ['record', 'field']]);
    const route = await explain(`method=PUT&path=/cms/admin/user/5&user=${editor.id}`);
    assert.deepEqual([route.allowed, route.rows], [false, 'none']);
    assert.equal((await explain('path=/cms/user/login&method=POST')).allowed, true);
    const gone = await explain('collection=post&id=999&user=1');
    assert.deepEqual([gone.allowed, gone.row?.exists], [false, false]);
  });

  it('tells of an API key what it leaves, and what else it lacks', async () => {
    const narrow = await program({ read_only: true, networks: ['192.0.2.0/24'] }, [editor.groupId]);
    const ask = (query: string) =>
      root.read<Explained & { key: { admits?: boolean; lacks: string | null; expired: boolean } }>(
        `/cms/access/explain?key=${narrow.id}&${query}`,
      );
    const write = await ask('collection=post&action=update');
    assert.deepEqual([write.allowed, write.rows, write.key.lacks !== null], [false, 'none', true]);
    const near = await ask('collection=post&action=history&address=192.0.2.7');
    assert.deepEqual([near.allowed, near.key.admits, near.key.lacks], [true, true, null]);
    const far = await ask('collection=post&action=history&address=198.51.100.1');
    assert.deepEqual([far.allowed, far.key.admits], [false, false]);
    await app.behind('update quire_api_key set expire_time = ? where id = ?', Date.now() - 1, narrow.id);
    const late = await ask('collection=post&action=history&address=192.0.2.7');
    assert.deepEqual([late.allowed, late.key.expired], [false, true]);
  });

  it('tells that a program cannot give the proof that a route needs of everybody', async () => {
    const robot = await program({ manages_accounts: true }, [editor.groupId]);
    const request = 'POST /cms/user/second-factor/recovery-codes';
    assert.deepEqual(await robot.outcome(request), [403, 10_263]);
    const [method, path] = request.split(' ');
    const { allowed, key } = await root.read<{ allowed: boolean; key: { lacks: string | null } }>(
      `/cms/access/explain?key=${robot.id}&method=${method}&path=${path}`,
    );
    assert.equal(allowed, false);
    assert.ok(key.lacks);
  });

  it('tells that a deactivated user may do nothing', async () => {
    const off = await app.granted('post.edit');
    await root.done(`DELETE /cms/admin/user/${off.id}/activation`);
    const { allowed, decisions } = await explain(`collection=post&action=update&user=${off.id}`);
    assert.deepEqual([allowed, decisions[0]?.steps[2]?.met], [false, true]);
    const { records } = await root.read<{ records: { actions: Record<string, string> }[] }>(
      `/cms/access/matrix?user=${off.id}`,
    );
    assert.deepEqual([...new Set(records.flatMap(({ actions }) => Object.values(actions)))], ['none']);
  });

  for (const query of [
    '',
    'collection=post&path=/v1/post',
    'collection=nothing',
    'collection=post&action=fly',
    'collection=post&field=nothing',
    'collection=post&action=create&id=1',
    'path=/v1/nothing',
    'collection=post&user=x',
    'collection=post&user=1&key=1',
    'collection=post&address=192.0.2.1',
  ])
    it(`is refused for '${query}'`, async () =>
      assert.equal((await root.get(`/cms/access/explain?${query}`)).status, 400));
});

describe('who may do something', () => {
  it('is found with as many statements for many users as for one', async () => {
    const statements = (count: number) =>
      countReads(app, () => root.read(`/cms/access/holders?record=post&action=update&count=${count}`));
    await statements(1);
    assert.equal(await statements(100), await statements(1));
  });

  it('is told user by user, and of strangers', async () => {
    const holders = async (query: string) => {
      const { strangers, items, total } = await root.read<{
        strangers: string;
        items: { id: number; rows: string }[];
        total: number;
      }>(`/cms/access/holders?${query}`);
      assert.equal(total, items.length);
      return [strangers, Object.fromEntries(items.map(({ id, rows: records }) => [id, records]))];
    };
    const [strangers, records] = await holders('collection=post&action=update&count=100');
    assert.equal(strangers, 'none');
    assert.deepEqual(
      [1, member.id, author.id, editor.id].map((id) => (records as Record<number, string>)[id]),
      ['all', 'some', 'some', 'all'],
    );
    const [, purging] = await holders('collection=post&action=purge');
    assert.equal((purging as Record<number, string>)[member.id], undefined);
    assert.equal((purging as Record<number, string>)[editor.id], 'all');
    assert.equal((await holders('collection=post'))[0], 'some');
  });
});

describe('what somebody may do', () => {
  it('is told collection by collection and route by route', async () => {
    const matrix = (user: string) =>
      root.read<{
        records: { record: string; actions: Record<string, string>; hidden_fields: string[] }[];
        routes: { method: string; path: string; rows: string }[];
      }>(`/cms/access/matrix?${user}`);
    const { records, routes } = await matrix(`user=${member.id}`);
    const post = records.find(({ record }) => record === 'post');
    assert.deepEqual(post?.actions, {
      ...{ read: 'some', create: 'some', update: 'some', delete: 'some' },
      ...{ history: 'some', trash: 'some', restore: 'some', purge: 'none' },
    });
    assert.deepEqual(records.find(({ record }) => record === 'person')?.hidden_fields, [
      'salary',
      'contract',
      'pin',
      'boss',
      'deputies',
    ]);
    assert.equal(routes.find(({ path }) => path === '/cms/access/matrix')?.rows, 'none');
    assert.equal(routes.find(({ path }) => path === '/cms/admin/users')?.rows, 'none');
    const stranger = await matrix('');
    assert.equal(stranger.records.find(({ record }) => record === 'post')?.actions.create, 'none');
  });

  it('is a file, too, with a line for each action, hidden field and route', async () => {
    const { status, headers, text } = await root.get(`/cms/access/matrix/file?user=${member.id}`);
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8; header=present']);
    const lines = text.replace('\ufeff', '').split('\r\n');
    assert.equal(lines[0], 'subject,action,rows,label');
    for (const line of ['post,update,some,Post', 'post,purge,none,Post', 'person.salary,read,none,Person'])
      assert.ok(lines.includes(line), line);
    assert.ok(lines.some((line) => line.startsWith('/cms/admin/users,GET,none,')));
    for (const person of [nobody, member, editor])
      assert.equal((await person.get('/cms/access/matrix/file')).status, 401);
  });
});

describe('what the caller lacks', () => {
  it('is told to everybody who has signed in, without conditions', async () => {
    const own = (person: typeof root) =>
      person.read<Record<string, unknown>>('/cms/user/access?record=post&action=purge');
    const lacking = await own(member);
    assert.deepEqual([lacking.rows, (lacking.missing as { key: string }[])[0]?.key], ['none', 'post.edit']);
    assert.equal(JSON.stringify(lacking).includes('condition'), false);
    assert.deepEqual([(await own(editor)).missing, (await own(editor)).rows], [[], 'all']);
    assert.equal((await nobody.get('/cms/user/access?record=post')).status, 401);
  });
});

describe('explanations', () => {
  for (const path of ['explain?record=post', 'holders?record=post', 'matrix'])
    it(`are for super administrators: ${path}`, async () => {
      for (const person of [nobody, member, author, editor])
        assert.ok([401, 403].includes((await person.get(`/cms/access/${path}`)).status));
    });
});
