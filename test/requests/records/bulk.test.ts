import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { MAX_BULK_ITEMS } from '../../../contract/limits.ts';
import type { BulkReport, LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/writing' });

const writer = await app.granted('article.create');
const remover = await app.granted('article.delete');
const member = await app.person();

const bulk = (items: readonly object[], token: string | undefined = app.root.access, base = '') =>
  app.request<BulkReport>('POST', `${base}/v1/article/bulk`, {
    ...(token !== '' && { token }),
    body: { items },
  });
const create = (values: object) => ({ action: 'create', values });
const make = async (values: object = { title: 'A' }, token = app.root.access) =>
  await app.as(token).make('/v1/article', values);
const read = (id: number) => app.root.get(`/v1/article/${id}`);
const count = () => app.root.read<{ total: number }>('/v1/article?total=true');
const logged = async () => (await app.root.list<LogLine>('/cms/log?count=1'))[0];

for (const base of ['', '/lin3']) {
  describe(`many writes at once under '${base}'`, () => {
    it('are done in their order and reported one by one', async () => {
      const [kept, gone] = [await make(), await make()];
      const { status, body } = await bulk(
        [
          create({ title: 'A', related: [kept] }),
          create({ title: 'A', note_id: null }),
          { action: 'update', id: kept, values: { title: 'B', related: [] } },
          { action: 'delete', id: String(gone) },
          create({ title: 'C' }),
        ],
        app.root.access,
        base,
      );
      assert.equal(status, 200);
      const [one = 0, two = 0, , , three = 0] = body.items.map(({ id }) => id);
      assert.deepEqual(body.items, [
        { index: 0, status: 201, id: one },
        { index: 1, status: 201, id: two },
        { index: 2, status: 200, id: kept },
        { index: 3, status: 200, id: gone },
        { index: 4, status: 201, id: three },
      ]);
      const first = (await read(one)).body;
      assert.deepEqual([first.title, first.related], ['A', [kept]]);
      assert.notEqual(first.name, (await read(two)).body.name, 'each is made a name of its own');
      assert.equal((await read(kept)).body.title, 'B');
      assert.equal((await read(gone)).status, 404);
      assert.match(String((await logged())?.message), /3 created, 1 updated, 1 deleted/);
      const items = await app.root.list(`/v1/article/${one}/history`);
      assert.equal(items.length, 1);
    });

    it('are all undone if one fails, and each failure is reported by field', async () => {
      const taken = `t${base}`;
      const kept = await make({ title: 'A', code: taken });
      const before = await count();
      const { status, body } = await bulk(
        [
          create({ title: 'fine' }),
          create({ titel: 'x' }),
          create({ title: 'x', code: taken }),
          { action: 'update', id: kept, values: { title: 'changed' } },
          { action: 'update', id: 999_999, values: { title: 'x' } },
          { action: 'update', values: { title: 'x' } },
          { action: 'update', id: kept, values: { related: [999_998] } },
          create({ title: 'x', code: 'new' }),
          create({ title: 'y', code: 'new' }),
        ],
        app.root.access,
        base,
      );
      assert.deepEqual([status, body.code], [400, 10034]);
      const told = base === '' ? 'fields' : 'problems'; // as clients of Lin CMS 0.3 have read them since
      assert.deepEqual(
        body.items.map((item) => [item.index, item.status, item.code, Object.keys(item[told] ?? {})]),
        [
          [1, 400, 10030, ['titel', 'title']],
          [2, 400, 10060, ['code']],
          [4, 404, 10022, []],
          [5, 400, 10030, ['id']],
          [6, 400, 10030, ['related']],
          [8, 400, 10060, ['code']],
        ],
      );
      assert.deepEqual(await count(), before);
      assert.equal((await read(kept)).body.title, 'A');
    });
  });
}

describe('many writes at once', () => {
  it('are each decided by the rule of what it does', async () => {
    const ids = { own: await make({ title: 'A' }, writer.access), foreign: await make() };
    const items: Readonly<Record<string, object>> = {
      create: create({ title: 'x' }),
      'update own': { action: 'update', id: ids.own, values: { title: 'B' } },
      'update foreign': { action: 'update', id: ids.foreign, values: { title: 'B' } },
      upsert: { action: 'upsert', by: 'code', values: { title: 'C', code: 'upserted' } },
      delete: { action: 'delete', id: ids.foreign },
    };
    const table: readonly [string, string, Readonly<Record<string, number>>][] = [
      ['nobody', '', { create: 401, 'update own': 401, 'update foreign': 401, upsert: 401, delete: 401 }],
      [
        'a member',
        member.access,
        { create: 401, 'update own': 400, 'update foreign': 400, upsert: 401, delete: 401 },
      ],
      [
        'its writer',
        writer.access,
        { create: 200, 'update own': 200, 'update foreign': 400, upsert: 200, delete: 401 },
      ],
      ['who may delete', remover.access, { create: 401, 'update own': 400, upsert: 401, delete: 200 }],
      ['root', app.root.access, { create: 200, 'update own': 200, upsert: 200, delete: 400 }],
    ];
    for (const [who, token, expected] of table)
      for (const [name, status] of Object.entries(expected)) {
        const answer = await bulk([items[name] ?? {}], token);
        assert.equal(answer.status, status, `${who}: ${name} ${answer.text}`);
        if (status === 400) assert.equal(answer.body.items[0]?.status, 404, `${who}: ${name}`);
      }
    const mixed = await bulk([items.create ?? {}, items['update own'] ?? {}], member.access);
    assert.equal(mixed.status, 401, 'one that is not allowed is not done beside others');
  });

  it('are decided when the body is there, not when it begins', async () => {
    const leaver = await app.granted('article.delete');
    const id = await make();
    const body = JSON.stringify({ items: [{ action: 'delete', id }] });
    const { statusCode } = await app.server.app.inject({
      method: 'POST',
      url: '/v1/article/bulk',
      headers: { authorization: `Bearer ${leaver.access}`, 'content-type': 'application/json' },
      payload: Readable.from(
        (async function* () {
          yield body.slice(0, 9);
          await app.behind('delete from quire_membership where user_id = ?', leaver.id); // by another process
          yield body.slice(9);
        })(),
      ),
    });
    assert.equal(statusCode, 401);
    assert.equal((await read(id)).status, 200);
  });

  it('are bounded, and refused by their form', async () => {
    const many = (length: number) => Array.from({ length }, (_, index) => create({ title: `m${index}` }));
    assert.equal((await bulk(many(MAX_BULK_ITEMS))).status, 200);
    const bad: readonly unknown[] = [
      { items: many(MAX_BULK_ITEMS + 1) },
      { items: [] },
      {},
      [],
      { items: {} },
      { items: [null] },
      { items: [{}] },
      { items: [{ action: 'destroy' }] },
      { items: [{ action: 'create', values: [] }] },
      { items: [{ action: 'delete', id: 0 }] },
      { items: [{ action: 'delete', id: 1, more: 1 }] },
      { items: [{ action: 'upsert', by: 'title', values: { title: 'x' } }] },
    ];
    const before = await count();
    for (const body of bad) {
      const answer = await app.root.post('/v1/article/bulk', body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(body).slice(0, 80));
    }
    assert.deepEqual(await count(), before);
    assert.equal((await app.root.get('/v1/article/bulk')).status, 405);
  });

  it('take nothing along that the caller may not delete, and are undone with it', async () => {
    const target = await make();
    const holder = await make({ title: 'H', related: [target] });
    const { status } = await bulk([
      create({ title: 'x' }),
      { action: 'delete', id: target },
      { action: 'update', id: holder, values: { title: 'I' } },
    ]);
    assert.equal(status, 200);
    assert.deepEqual((await read(holder)).body.related, []);
  });

  it('of several callers on the same records end as if one had come after the other', async () => {
    const ids = [await make(), await make(), await make()];
    const rounds = Array.from({ length: 8 }, (_, round) => {
      const order = round % 2 === 0 ? ids : ids.toReversed();
      return bulk(order.map((id) => ({ action: 'update', id, values: { title: `round ${round}` } })));
    });
    const answers = await Promise.all(rounds);
    for (const { status, text } of answers) assert.equal(status, 200, text);
    const titles = await Promise.all(ids.map(async (id) => (await read(id)).body.title));
    assert.equal(new Set(titles).size, 1, String(titles));
    for (const id of ids) {
      const items = await app.root.list(`/v1/article/${id}/history?count=50`);
      assert.equal(items.length, 9);
    }
  });
});
