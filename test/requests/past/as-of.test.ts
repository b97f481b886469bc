import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { moveHistoryStart } from '../../../server/records/past/history-start.ts';
import type { Page } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/past' });

interface Item {
  readonly id: number;
  readonly title?: string;
  readonly text?: string;
  readonly entry?: string;
}
const writer = await app.person();
const reader = await app.granted('paper.history', 'poster.history');

const make = async (path: string, body: object, by = writer) => await by.make(path, body);
const patch = (path: string, body: object, by = writer) => by.done(`PATCH ${path}`, body);
const remove = (path: string, by = writer) => by.done(`DELETE ${path}`);
const read = <Body = Item>(path: string, by: Client = reader) => by.read<Body>(path);
const refusal = async (path: string, by: Client = app.nobody) => {
  const answer = await by.get(path);
  return [answer.status, answer.body.code, answer.body.message];
};
/** A moment that nothing else happens in. */
const moment = async () => {
  await wait(3);
  const now = Date.now();
  await wait(3);
  return now;
};

describe('a collection as of a time', () => {
  it('is as it was read then, and as it is now once time has passed', async () => {
    const before = await moment();
    const id = await make('/v1/paper', { title: 'one', pages: '9007199254740993', price: '1.5' });
    const seen = new Map<number, string>();
    for (const title of ['two', 'three', 'four']) {
      const { text } = await reader.get(`/v1/paper/${id}`);
      seen.set(await moment(), text);
      await patch(`/v1/paper/${id}`, { title, pages: null });
    }
    const alive = await moment();
    await remove(`/v1/paper/${id}`);
    const gone = await moment();
    for (const [time, text] of seen) {
      const then = await reader.get(`/v1/paper/${id}?as_of=${time}`);
      assert.equal(then.text, text);
    }
    assert.equal((await read(`/v1/paper/${id}?as_of=${alive}`)).title, 'four');
    for (const time of [0, before, gone, 8_640_000_000_000_000])
      assert.deepEqual((await refusal(`/v1/paper/${id}?as_of=${time}`, reader)).slice(0, 2), [404, 10022]);
    await app.root.done(`POST /v1/paper/trash/${id}/restore`);
    assert.deepEqual((await refusal(`/v1/paper/${id}?as_of=${gone}`, reader)).slice(0, 2), [404, 10022]);
    assert.equal((await read(`/v1/paper/${id}?as_of=${Date.now()}`)).title, 'four');
  });
});

describe('a list as of a time', () => {
  it('holds the records that were there, by id, page by page', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 7; index += 1)
      ids.push(await make('/v1/poster', { text: `poster ${index}` }));
    const [first = 0, second = 0, third = 0] = ids;
    await remove(`/v1/poster/${third}`);
    const time = await moment();
    await make('/v1/poster', { text: 'later' });
    await patch(`/v1/poster/${first}`, { text: 'changed' });
    await remove(`/v1/poster/${second}`);
    const expected = ids
      .filter((id) => id !== third)
      .map((id) => ({ id, text: `poster ${ids.indexOf(id)}` }));
    for (const sort of ['id', '-id']) {
      const seen: Item[] = [];
      let after = '';
      for (let turn = 0; turn < 9; turn += 1) {
        const page = await read<Page<Item>>(`/v1/poster?as_of=${time}&count=2&sort=${sort}${after}`);
        seen.push(...page.items);
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      const told = seen.map(({ id, text }) => ({ id, text }));
      assert.deepEqual(told, sort === 'id' ? expected : expected.toReversed());
    }
  });

  it('refuses by name what it cannot be asked together with', async () => {
    for (const [query, name] of [
      ['page=1', 'page'],
      ['sort=title', 'sort'],
      ['total=true', 'total'],
      ['fields=title', 'fields'],
      ['filter[title][eq]=x', 'filter'],
      ['expand=shelf_id', 'expand'],
      ['after=x', 'after'],
    ] as const) {
      const [status, code, message] = await refusal(`/v1/paper?as_of=1&${query}`, reader);
      assert.deepEqual([status, code], [400, 10030], query);
      assert.match(String(message), RegExp(name));
    }
    for (const time of ['x', '-1', '1.5', '8640000000000001', ''])
      assert.deepEqual((await refusal(`/v1/paper?as_of=${time}`, reader))[0], 400, time);
  });
});

describe('the past', () => {
  it('needs its permission even if the present is public, and after others asked', async () => {
    const id = await make('/v1/poster', { text: 'old' });
    const time = await moment();
    await patch(`/v1/poster/${id}`, { text: 'new' });
    for (const path of [`/v1/poster/${id}?as_of=${time}`, `/v1/poster?as_of=${time}`]) {
      for (let turn = 0; turn < 2; turn += 1) {
        assert.match(JSON.stringify(await read(path)), /old/);
        assert.match(JSON.stringify(await read(path, app.root)), /old/);
        assert.deepEqual((await refusal(path)).slice(0, 2), [401, 10000]);
        assert.deepEqual((await refusal(path, writer)).slice(0, 2), [401, 10000]);
      }
    }
    assert.equal((await app.nobody.get(`/v1/poster/${id}`)).body.text, 'new');
  });

  it('is kept to the records that may be read', async () => {
    const mine = await make('/v1/diary', { entry: 'mine' });
    const other = await make('/v1/diary', { entry: 'other' }, reader);
    const time = await moment();
    await remove(`/v1/diary/${mine}`);
    await remove(`/v1/diary/${other}`, reader);
    const { items } = await read<Page<Item>>(`/v1/diary?as_of=${time}`, writer);
    assert.deepEqual(
      items.map(({ entry }) => entry),
      ['mine'],
    );
    assert.equal((await refusal(`/v1/diary/${other}?as_of=${time}`, writer))[0], 404);
  });

  it('is refused where the collection keeps none', async () => {
    const id = await make('/v1/stamp', { word: 'x' });
    for (const path of [`/v1/stamp/${id}?as_of=1`, '/v1/stamp?as_of=1']) {
      const [status, , message] = await refusal(path, app.root);
      assert.equal(status, 400);
      assert.match(String(message), /as_of/);
    }
    for (const path of [`/v1/stamp/${id}/history`, '/v1/stamp/trash'])
      assert.ok(((await refusal(path, app.root))[0] as number) >= 400, path);
  });

  it('is refused where history may have been taken away', async () => {
    const id = await make('/v1/poster', { text: 'x' });
    const time = await moment();
    await moveHistoryStart(app.server.store, time);
    for (const path of [`/v1/poster/${id}`, '/v1/poster']) {
      const [status, , message] = await refusal(`${path}?as_of=${time - 1}`, reader);
      assert.equal(status, 400);
      assert.match(String(message), new RegExp(`as_of.*${time}`));
      await read(`${path}?as_of=${time}`);
    }
  });
});
