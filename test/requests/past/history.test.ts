import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/past' });

const writer = await app.person();
const reader = await app.granted('paper.history');
const restorer = await app.granted('paper.restore');

let count = 0;
const make = async (values: object = {}, by = writer) => {
  const body = { title: `paper ${++count}`, ...values };
  return await by.make('/v1/paper', body);
};
const patch = (id: number, body: object, by = writer) => by.done(`PATCH /v1/paper/${id}`, body);
const history = (id: number, query = '', by = reader) =>
  by.read<Page<Revision>>(`/v1/paper/${id}/history${query}`);
const restore = (id: number, revision: unknown, by = restorer) =>
  by.post(`/v1/paper/${id}/history/${revision}/restore`);
const read = (id: number) => writer.read(`/v1/paper/${id}`);

describe('a history', () => {
  it('tells each change with who, when, in which request, and each field before and after', async () => {
    const start = Date.now();
    const id = await make({ title: 'told', pages: 1, pin: 'hidden' });
    await patch(id, { title: 'retold', price: '1.5', pin: 'other' }, restorer);
    await writer.done(`DELETE /v1/paper/${id}`);
    const { items, next } = await history(id);
    assert.equal(next, null);
    assert.deepEqual(
      items.map(({ action, user, changes }) => ({ action, user, changes })),
      [
        { action: 'delete', user: { id: writer.id, username: writer.username }, changes: {} },
        {
          action: 'update',
          user: { id: restorer.id, username: restorer.username },
          changes: {
            title: { before: 'told', after: 'retold' },
            price: { before: '0.00', after: '1.50' },
          },
        },
        {
          action: 'create',
          user: { id: writer.id, username: writer.username },
          changes: {
            title: { before: null, after: 'told' },
            pages: { before: null, after: 1 },
            price: { before: null, after: '0.00' },
            state: { before: null, after: 'draft' },
          },
        },
      ],
    );
    const times = items.map(({ time }) => time);
    assert.ok(times.every((time) => time >= start && time <= Date.now()));
    assert.deepEqual(times.toSorted().reverse(), times);
    assert.equal(new Set(items.map(({ request_id }) => request_id)).size, 3);
  });

  it('names no secret field', async () => {
    const id = await make({ pin: 'hidden' });
    await patch(id, { pin: 'other' });
    const { text } = await app.root.get(`/v1/paper/${id}/history`);
    assert.doesNotMatch(text, /pin|hidden|other/);
  });

  it('is exact beyond 2^53', async () => {
    const values = ['9007199254740993', '9007199254740994', '-9223372036854775808', '1234567890123456700'];
    const id = await make();
    // As bare numbers, also where a double happens to tell their digits.
    for (const pages of values) await writer.done(`PATCH /v1/paper/${id}`, `{"pages":${pages}}`);
    const { text } = await reader.get(`/v1/paper/${id}/history`);
    for (const [index, pages] of values.entries())
      assert.match(text, RegExp(`"before":${index > 0 ? values[index - 1] : null},"after":${pages}`));
  });

  it('is read from its creation as well, and refuses another order', async () => {
    const id = await make();
    for (const pages of [1, 2, 3]) await patch(id, { pages });
    const newest = (await history(id)).items.map((entry) => entry.id);
    const first = await history(id, '?order=oldest_first&count=2');
    const rest = await history(id, `?order=oldest_first&after=${first.next}`);
    assert.deepEqual(
      [...first.items, ...rest.items].map((entry) => entry.id),
      newest.toReversed(),
    );
    assert.equal(first.items[0]?.action, 'create');
    const refused = await reader.get(`/v1/paper/${id}/history?order=title`);
    assert.equal(refused.status, 400);
  });

  it('is paged from the newest, each change once', async () => {
    const id = await make();
    for (let index = 0; index < 6; index += 1) await patch(id, { pages: index });
    const seen: number[] = [];
    let after = '';
    for (let turn = 0; turn < 10; turn += 1) {
      const page = await history(id, `?count=2${after && `&after=${after}`}`);
      seen.push(...page.items.map((entry) => entry.id));
      if (page.next === null) break;
      after = page.next;
    }
    assert.equal(seen.length, 7);
    assert.deepEqual(
      seen.toSorted((a, b) => b - a),
      seen,
    );
  });

  it('refuses by name what it does not know', async () => {
    const id = await make();
    const foreign = (await history(await make())).items[0]?.id;
    for (const [query, name] of [
      ['after=0', 'after'],
      ['after=x', 'after'],
      [`after=${foreign}`, 'after'],
      ['count=0', 'count'],
      ['count=101', 'count'],
      ['page=1', 'page'],
      ['as_of=1', 'as_of'],
    ] as const) {
      const answer = await reader.get(`/v1/paper/${id}/history?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${query} ${answer.text}`);
      assert.match(String(answer.body.message), RegExp(name));
    }
  });
});

describe('restoring a revision', () => {
  it('gives back every field of that time, as one more change', async () => {
    const first = {
      title: 'first',
      pages: 9007199254740991,
      price: '1.25',
      printed_at: -5,
      state: 'published',
    };
    const id = await make(first);
    const before = await read(id);
    await patch(id, { title: 'second', pages: null, price: '2.00' });
    await patch(id, { title: 'third', printed_at: null, state: 'draft' });
    const created = (await history(id)).items.at(-1);
    const answer = await restore(id, created?.id);
    assert.equal(answer.status, 200, answer.text);
    const { update_time: _, ...fields } = await read(id);
    assert.deepEqual({ ...fields, update_time: before.update_time }, before);
    const [newest] = (await history(id)).items;
    assert.equal(newest?.action, 'update');
    assert.equal(newest?.user?.id, restorer.id);
    assert.deepEqual(newest?.changes.title, { before: 'third', after: 'first' });
    const log = await app.root.read('/cms/log/search?keyword=restored');
    assert.match(JSON.stringify(log.items), new RegExp(`Paper ${id} restored to revision ${created?.id}`));
  });

  it('leaves secret fields as they are', async () => {
    const id = await make({ pin: 'first' });
    await patch(id, { title: `other ${id}`, pin: 'second' });
    await restore(id, (await history(id)).items.at(-1)?.id);
    const connection = app.server.store.reads;
    const definition = app.server.store.catalogue.get('paper');
    const record = await connection.find(definition, BigInt(id));
    assert.equal((record as { pin?: string } | undefined)?.pin, 'second');
  });

  it('is refused by name where a value no longer fits', async () => {
    const shelf = { token: writer.access, body: { name: `shelf ${++count}` } };
    const { id: shelfId } = await app.send<{ id: number }>('POST', '/v1/shelf', shelf);
    const id = await make({ shelf_id: shelfId });
    await patch(id, { shelf_id: null, title: `moved ${id}` });
    await writer.done(`DELETE /v1/shelf/${shelfId}`);
    const first = (await history(id)).items.at(-1)?.id;
    const gone = await restore(id, first);
    assert.deepEqual([gone.status, gone.body.code], [400, 10030]);
    assert.match(String(gone.body.message), /shelf_id/);
    const taken = await make({ title: 'taken' });
    await patch(taken, { title: 'given up' });
    await make({ title: 'taken' });
    const again = await restore(taken, (await history(taken)).items.at(-1)?.id);
    assert.deepEqual([again.status, again.body.code], [400, 10060]);
    assert.equal((await history(taken)).items.length, 2);
  });

  it('needs a revision of this record, and a record that is there', async () => {
    const id = await make();
    const other = (await history(await make())).items[0]?.id;
    for (const revision of [other, 999_999]) {
      const answer = await restore(id, revision);
      assert.deepEqual([answer.status, answer.body.code], [404, 10020]);
    }
    assert.equal((await restore(id, 'x')).status, 400);
    const own = (await history(id)).items[0]?.id;
    await writer.done(`DELETE /v1/paper/${id}`);
    const answer = await restore(id, own);
    assert.deepEqual([answer.status, answer.body.code], [404, 10022]);
  });
});

describe('who may', () => {
  it('is asked for each use separately', async () => {
    const id = await make();
    const revision = (await history(id)).items[0]?.id;
    const paths = {
      [`GET /v1/paper/${id}/history`]: reader,
      [`POST /v1/paper/${id}/history/${revision}/restore`]: restorer,
    };
    for (const [line, allowed] of Object.entries(paths)) {
      const [method = '', path = ''] = line.split(' ');
      for (const person of [undefined, writer, reader, restorer, app.root]) {
        const answer = await app.request(method, path, person ? { token: person.access } : {});
        const expected = person === allowed || person === app.root ? 200 : 401;
        assert.equal(answer.status, expected, `${line} ${answer.text}`);
      }
    }
  });

  it('is the super administrator alone, where the definition says nothing', async () => {
    const body = { name: `shelf ${++count}` };
    const id = await writer.make('/v1/shelf', body);
    for (const person of [writer, reader, restorer])
      assert.equal((await person.get(`/v1/shelf/${id}/history`)).status, 401);
    const { items } = await app.root.read<Page<Revision>>(`/v1/shelf/${id}/history`);
    assert.equal(items[0]?.user?.username, writer.username);
  });

  it('shows in either order only the states that may be read', async () => {
    const id = await app.root.make('/v1/sign', { words: 'a secret' });
    for (const values of [{ words: 'hushed' }, { state: 'up', words: 'hello' }, { words: 'welcome' }])
      await app.root.done(`PATCH /v1/sign/${id}`, values);
    const read = (query: string) => reader.read<Page<Revision>>(`/v1/sign/${id}/history${query}`);
    const [newest, oldest] = [await read(''), await read('?order=oldest_first')];
    assert.deepEqual(oldest.items, newest.items.toReversed());
    assert.deepEqual(
      oldest.items.map(({ changes }) => changes),
      [{}, {}, {}, { words: { before: 'hello', after: 'welcome' } }],
    );
    const first = await read('?order=oldest_first&count=1');
    assert.deepEqual(first.items[0]?.changes, {});
  });

  it('is kept to the records that may be read, and told nobody else by name', async () => {
    const id = await writer.make('/v1/diary', { entry: 'mine' });
    await app.root.done(`PATCH /v1/diary/${id}`, { entry: 'touched' });
    const { items } = await writer.read<Page<Revision>>(`/v1/diary/${id}/history`);
    assert.deepEqual(
      items.map(({ user }) => user?.username),
      [undefined, writer.username],
    );
    const path = `/v1/diary/${id}/history`;
    assert.equal((await reader.get(path)).status, 404);
    const restored = await reader.post(`${path}/${items[1]?.id}/restore`);
    assert.equal(restored.status, 404);
    assert.equal((await writer.get('/v1/diary/999/history')).status, 404);
    assert.equal((await app.root.get('/v1/shelf/999/history')).status, 404);
  });
});
