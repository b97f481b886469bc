import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { LogLine } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { changeSets, problemsOf, type ShownSet, update } from '../../support/records/change-sets.ts';
import { changesInTransit } from '../../support/tags-in-transit.ts';

const app = await freshApp({
  contentDir: 'test/content/sets',
  locales: readLocales('en,zh') ?? [],
  localesText: 'en,zh',
});
const author = await app.granted('article.write', 'article.remove');
const editor = await app.granted('article.write', 'article.remove');
const writerOnly = await app.granted('article.write');
const insider = await app.granted('article.write', 'article.remove', 'article.inside');
const member = await app.person();
const { fresh, article, make, see, submit, approve } = changeSets(author, editor);

describe('a change set', () => {
  it('creates, changes and deletes records of several collections as one', async () => {
    const [changed, gone] = [await article(), await article()];
    const title = fresh();
    const id = await make([
      { record: 'writer', action: 'create', name: 'ann', values: { name: title } },
      {
        record: 'article',
        action: 'create',
        values: {
          title,
          writer: { $new: 'ann' },
          readers: [{ $new: 'ann' }],
          parts: [{ by: { $new: 'ann' }, words: 'w' }],
        },
      },
      update(changed, { body: 'new' }),
      { record: 'article', action: 'delete', id: gone },
      { record: 'site', action: 'update', values: { motto: title } },
    ]);
    const before = await see(id);
    assert.equal(before.state, 'draft');
    assert.deepEqual(before.items[2]?.changes, { body: { from: 'old', to: 'new' } });
    assert.equal((await author.read<{ body: string }>(`/v1/article/${changed}`)).body, 'old');
    await submit(id);
    const { status, body, text } = await approve(id);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.items.map((one) => one.status),
      [201, 201, 200, 200, 200],
    );
    const [ann = 0, made] = body.items.map((one) => one.id);
    const record = await author.read<Record<string, unknown>>(`/v1/article/${made}`);
    assert.deepEqual([record.writer, record.readers, record.parts], [ann, [ann], [{ by: ann, words: 'w' }]]);
    assert.equal((await author.read<{ body: string }>(`/v1/article/${changed}`)).body, 'new');
    assert.equal((await author.get(`/v1/article/${gone}`)).status, 404);
    assert.equal((await author.read<{ motto: string }>('/v1/site')).motto, title);
    const [last] = await author.list<Record<string, unknown>>(`/v1/article/${changed}/history`);
    assert.match(JSON.stringify(last), RegExp(`"change-set-${id}"`));
    assert.match(JSON.stringify(last), RegExp(author.username));
    const log = await app.root.list<LogLine>('/cms/log?count=1');
    assert.ok(log[0]?.message.includes(author.username) && log[0].message.includes(editor.username));
    assert.equal(log[0]?.username, editor.username);
    const after = await see(id);
    assert.equal(after.state, 'applied');
    assert.deepEqual(after.items[2]?.changes, { body: { from: 'old', to: 'new' } });
  });

  it('writes drafts, languages and publications', async () => {
    const publisher = await app.granted('essay.publish');
    const items = [
      { record: 'essay', action: 'create', name: 'e', values: { title: { en: 'One', zh: '一' } } },
      { record: 'essay', action: 'publish', new: 'e' },
    ];
    assert.equal((await author.post('/v1/change-set', { title: 'x', items })).status, 401);
    const id = await make(items, publisher);
    const version = await submit(id, publisher);
    assert.equal((await member.post(`/v1/change-set/${id}/approve`, { version })).status, 404);
    const { body } = await approve(id, app.root);
    const record = await app.nobody.read<{ title: object }>(`/v1/essay/${body.items[0]?.id}?locale=all`);
    assert.deepEqual(record.title, { en: 'One', zh: '一' });
    const texts = { record: 'essay', action: 'update', id: body.items[0]?.id };
    const again = await make([{ ...texts, locale: 'zh', values: { title: '二' } }], publisher);
    assert.deepEqual((await see(again, publisher)).items[0]?.changes, {
      title__zh: { from: '一', to: '二' },
    });
    await submit(again, publisher);
    await approve(again, app.root);
    const draft = `/v1/essay/${body.items[0]?.id}?locale=all&version=draft`;
    assert.deepEqual((await publisher.read<{ title: object }>(draft)).title, { en: 'One', zh: '二' });
  });

  it('is refused with the problems of each item, and then nothing is kept', async () => {
    const taken = fresh();
    await article(taken);
    const answer = await author.post('/v1/change-set', {
      title: 'x',
      items: [
        { record: 'article', action: 'create', values: { title: taken } },
        { record: 'writer', action: 'create', values: { name: fresh() } },
        update(999_999, { body: 'x' }),
        { record: 'article', action: 'create', values: { title: fresh(), writer: 999_999 } },
      ],
    });
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(problemsOf(answer.body), [
      [0, ['title']],
      [2, []],
      [3, ['writer']],
    ]);
  });

  for (const [why, item] of [
    ['an unknown collection', { record: 'nothing', action: 'create', values: {} }],
    [
      'a collection of the server',
      { record: 'quire_user', action: 'update', id: 1, values: { nickname: 'x' } },
    ],
    ['an unknown field', { record: 'writer', action: 'create', values: { nonsense: 1 } }],
    ['an id of a creation', { record: 'writer', action: 'create', id: 1, values: { name: 'x' } }],
    ['a creation of a singleton', { record: 'site', action: 'create', values: {} }],
    ['publishing what has no drafts', { record: 'article', action: 'publish', id: 1 }],
    ['a deletion with values', { record: 'writer', action: 'delete', id: 1, values: { name: 'x' } }],
    ['an update of nothing', { record: 'writer', action: 'update', id: 1, values: {} }],
    [
      'a placeholder nobody makes',
      { record: 'article', action: 'create', values: { title: 'p', writer: { $new: 'x' } } },
    ],
    ['a placeholder in a text', { record: 'article', action: 'create', values: { title: { $new: 'x' } } }],
    [
      'a field that the author does not see',
      { record: 'article', action: 'create', values: { title: 'h', inside: 'x' } },
    ],
  ] as const)
    it(`does not take ${why}`, async () => {
      const answer = await author.post('/v1/change-set', { title: 'x', items: [item] });
      assert.deepEqual([answer.status, problemsOf(answer.body)[0]?.[0]], [400, 0], answer.text);
    });

  it('takes each record once', async () => {
    const id = await article();
    const items = [update(id, { body: 'a' }), update(id, { body: 'b' })];
    const answer = await author.post('/v1/change-set', { title: 'x', items });
    assert.deepEqual(problemsOf(answer.body), [[1, ['id']]]);
  });

  it('takes no more than a number of items', async () => {
    const items = Array.from({ length: 201 }, () => ({
      record: 'writer',
      action: 'create',
      values: { name: fresh() },
    }));
    assert.equal((await author.post('/v1/change-set', { title: 'x', items })).status, 400);
  });

  it('is edited while it is a draft', async () => {
    const record = await article();
    const id = await make([]);
    const path = `/v1/change-set/${id}`;
    await author.done(`POST ${path}/item`, { items: [update(record, { body: 'a' })] });
    await author.done(`PUT ${path}/item/0`, update(record, { body: 'b' }));
    await author.done(`PATCH ${path}`, { note: 'why' });
    const shown = await see(id);
    assert.deepEqual([shown.note, shown.items[0]?.changes], ['why', { body: { from: 'old', to: 'b' } }]);
    assert.equal((await author.put(`${path}/item/7`, update(record, { body: 'b' }))).status, 404);
    await author.done(`DELETE ${path}/item/0`);
    assert.equal((await author.post(`${path}/submit`)).status, 400);
    await author.done(`POST ${path}/item`, { items: [update(record, { body: 'c' })] });
    await submit(id);
    assert.equal(
      (await author.post(`${path}/item`, { items: [update(record, { title: fresh() })] })).status,
      409,
    );
    await author.done(`DELETE ${path}`);
    assert.equal((await author.get(path)).status, 404);
  });

  it('keeps to an ETag', async () => {
    const id = await article();
    const { headers } = await author.get(`/v1/article/${id}`);
    await author.done(`PATCH /v1/article/${id}`, { body: 'other' });
    const items = [{ ...update(id, { body: 'x' }), etag: String(headers.etag) }];
    const refused = await author.post('/v1/change-set', { title: 'x', items });
    assert.deepEqual([refused.status, problemsOf(refused.body)], [400, [[0, []]]]);
    const etag = String((await author.get(`/v1/article/${id}`)).headers.etag);
    await make([{ ...update(id, { body: 'x' }), etag }]);
  });

  it('keeps to an ETag that proxies changed on the way', async () => {
    const id = await article();
    const propose = (etag: string) =>
      author.post('/v1/change-set', { title: 'x', items: [{ ...update(id, { body: 'x' }), etag }] });
    const etag = String((await author.get(`/v1/article/${id}`)).headers.etag);
    for (const change of changesInTransit) assert.equal((await propose(change(etag))).status, 201);
    await author.done(`PATCH /v1/article/${id}`, { body: 'other' });
    for (const change of changesInTransit) assert.equal((await propose(change(etag))).status, 400);
  });
});

describe('who sees and decides', () => {
  for (const [who, by, seen, decided] of [
    ['nobody', app.nobody, 401, 401],
    ['a member', member, 404, 404],
    ['who may do a part of it', writerOnly, 404, 404],
    ['the author', author, 200, 403],
    ['who may do all of it', editor, 200, 200],
    ['the super administrator', app.root, 200, 200],
  ] as const)
    it(`${who}: sees ${seen}, decides ${decided}`, async () => {
      const [changed, gone] = [await article(), await article()];
      const id = await make([
        update(changed, { body: 'n' }),
        { record: 'article', action: 'delete', id: gone },
      ]);
      const version = await submit(id);
      const path = `/v1/change-set/${id}`;
      assert.equal((await by.get(path)).status, seen);
      const answer = await by.post(`${path}/approve`, { version, apply: true });
      assert.equal(answer.status, decided, answer.text);
      const record = await author.read<{ body: string }>(`/v1/article/${changed}`);
      assert.equal(record.body, decided === 200 ? 'n' : 'old');
    });

  it('lists own sets and those that one may decide on; drafts to their authors alone', async () => {
    const own = await make([update(await article(), { body: 'n' })]);
    const sent = await make([update(await article(), { body: 'n' })]);
    await submit(sent);
    const ids = async (by: Client) =>
      (await by.list<ShownSet>('/v1/change-set?count=100')).map(({ id }) => id);
    assert.ok((await ids(author)).includes(own) && (await ids(author)).includes(sent));
    assert.ok(!(await ids(editor)).includes(own) && (await ids(editor)).includes(sent));
    assert.ok(!(await ids(member)).some((id) => id === own || id === sent));
    assert.ok((await ids(app.root)).includes(own));
    for (const path of ['', '/item/0', '/submit', '/withdraw', '/rebase'])
      assert.equal(
        (await editor.post(`/v1/change-set/${own}${path}`, {})).status,
        path === '' || path === '/item/0' ? 405 : 404,
      );
    assert.equal((await editor.patch(`/v1/change-set/${sent}`, { title: 'x' })).status, 404);
    assert.equal((await editor.delete(`/v1/change-set/${sent}`)).status, 404);
  });

  it('asks those to decide who see every field', async () => {
    const record = await article();
    const id = await make([update(record, { inside: 'secret words' })], insider);
    const version = await submit(id, insider);
    const refused = await editor.post(`/v1/change-set/${id}/approve`, { version });
    assert.equal(refused.status, 404);
    assert.ok(!(await editor.get('/v1/change-set?count=100')).text.includes(`"id":${id},`));
    assert.equal((await approve(id, app.root)).status, 200);
  });

  it('does not show records of others', async () => {
    const record = await member.make('/v1/diary', { title: 'mine' });
    const answer = await author.post('/v1/change-set', {
      title: 'x',
      items: [{ record: 'diary', action: 'update', id: record, values: { title: 'yours' } }],
    });
    assert.equal(answer.status, 400);
    const id = await make(
      [{ record: 'diary', action: 'update', id: record, values: { title: 'm' } }],
      member,
    );
    const version = await submit(id, member);
    assert.equal((await author.post(`/v1/change-set/${id}/approve`, { version })).status, 404);
    assert.equal((await approve(id, app.root)).status, 200);
  });

  it('refuses a version that was not looked at, another state, and one’s own', async () => {
    const id = await make([update(await article(), { body: 'n' })]);
    const version = await submit(id);
    await author.done(`POST /v1/change-set/${id}/withdraw`);
    await author.done(`POST /v1/change-set/${id}/submit`);
    assert.equal((await editor.post(`/v1/change-set/${id}/approve`, { version })).status, 412);
    await editor.done(`POST /v1/change-set/${id}/reject`, { version: version + 2, reason: 'No' });
    const shown = await see(id);
    assert.deepEqual([shown.state, shown.reason], ['rejected', 'No']);
    assert.equal((await editor.post(`/v1/change-set/${id}/approve`, { version: version + 3 })).status, 409);
    assert.equal((await author.post(`/v1/change-set/${id}/apply`)).status, 409);
  });
});
