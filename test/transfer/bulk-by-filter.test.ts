import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../server/access/operator.ts';
import { beginImport } from '../../server/features/transfer/begin-import.ts';
import { writeChange } from '../../server/features/transfer/by-filter/change-batch.ts';
import { runImport } from '../../server/features/transfer/run-import.ts';
import { openRecords } from '../../server/features/transfer/source/records-of.ts';
import type { LogLine } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { bulksOf } from '../support/records/bulk.ts';
import { importsInto } from '../support/records/imports.ts';

const stock = await freshApp({ language: 'en', contentDir: 'test/content/stock' });
const rooted = bulksOf(stock.root);

let count = 0;
/** Items of a name that no others have; answers the name and their ids. */
async function items(records: number, by = stock.root): Promise<{ name: string; ids: number[] }> {
  const name = `n${++count}`;
  const file = Array.from({ length: records }, (_, index) => `${name}-${index},${name}`);
  const imported = importsInto(stock, '/v1/item', by.access);
  const { id } = await imported.run('', `code,name\n${file.join('\n')}\n`);
  return { name, ids: (await imported.report(id)).map((record) => Number(record.id)) };
}
const item = (id?: number) => stock.root.read(`/v1/item/${id}`);
const total = async (query: string) =>
  (await stock.root.read<{ total: number }>(`/v1/item?count=1&total=true&${query}`)).total;

describe('a change by filter', () => {
  it('changes all records that the filter finds, and no others', async () => {
    const { name, ids } = await items(1200);
    const other = await items(1);
    const done = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'update',
      set: { note: `of ${name}` },
      expected: 1200,
    });
    assert.deepEqual([done.state, done.action, done.total, done.line], ['done', 'update', 1200, 1200]);
    assert.deepEqual([done.updated, done.unchanged, done.refused], [1200, 0, 0]);
    assert.equal(await total(`filter[note][eq]=of ${name}`), 1200);
    assert.equal((await item(other.ids[0])).note, null);
    const report = await rooted.report(done.id);
    assert.deepEqual(
      report.map((record) => [record.outcome, record.id]),
      ids.toSorted((one, next) => one - next).map((id) => ['updated', id]),
    );
    const again = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'update',
      set: { note: `of ${name}` },
      expected: 1200,
    });
    assert.deepEqual([again.updated, again.unchanged], [0, 1200]);
  });

  it('deletes records into the trash; those that others refer to are told', async () => {
    const { name, ids } = await items(3);
    const holder = await stock.root.make('/v1/item', { code: `h${name}`, part_of: ids[1] });
    const done = await rooted.run('/v1/item', `filter[name][eq]=${name}`, { action: 'delete', expected: 3 });
    assert.deepEqual([done.deleted, done.refused], [2, 1]);
    const refused = (await rooted.report(done.id)).filter(({ outcome }) => outcome === 'refused');
    assert.deepEqual(
      refused.map(({ id }) => id),
      [ids[1]],
    );
    assert.equal(await total(`filter[name][eq]=${name}`), 1);
    await stock.root.done(`DELETE /v1/item/${holder}`);
  });

  it('of another number of records than expected changes none, and tells the number', async () => {
    const { name, ids } = await items(4);
    for (const [action, expected] of [
      ['update', 3],
      ['update', 5],
      ['delete', 0],
    ] as const) {
      const set = action === 'update' ? { set: { note: 'x' } } : {};
      const answer = await rooted.begin('/v1/item', `filter[name][eq]=${name}`, { action, ...set, expected });
      assert.deepEqual([answer.status, answer.body.code], [409, 10065], answer.text);
      assert.equal(answer.headers['x-total-count'], '4');
      assert.match(answer.body.message, /4/);
    }
    assert.equal((await item(ids[0])).note, null);
    assert.equal(await total(`filter[name][eq]=${name}`), 4);
    const none = await rooted.run('/v1/item', 'filter[name][eq]=nobody', { action: 'delete', expected: 0 });
    assert.deepEqual([none.state, none.deleted], ['done', 0]);
  });

  it('tried out tells what it would do, and does nothing', async () => {
    const { name, ids } = await items(2);
    for (const body of [{ action: 'update', set: { amount: 3 } }, { action: 'delete' }]) {
      const request = { ...body, expected: 2, dry_run: true };
      const { id, state, updated, deleted } = await rooted.run(
        '/v1/item',
        `filter[name][eq]=${name}`,
        request,
      );
      assert.deepEqual([state, updated + deleted], ['done', 2]);
      assert.equal((await rooted.report(id)).length, 2);
      assert.equal((await stock.root.post(`/cms/bulk/${id}/undo`)).status, 409);
    }
    assert.equal((await item(ids[0])).amount, 0);
  });

  it('is refused at once where no record could be changed so', async () => {
    const bad: readonly [query: string, body: unknown][] = [
      ['', { action: 'update', set: { amount: -1 }, expected: 1 }],
      ['', { action: 'update', set: { colour: 'red' }, expected: 1 }],
      ['', { action: 'update', set: {}, expected: 1 }],
      ['', { action: 'update', expected: 1 }],
      ['', { action: 'delete', set: { amount: 1 }, expected: 1 }],
      ['', { action: 'restore', expected: 1 }],
      ['', { action: 'delete' }],
      ['', { action: 'delete', expected: -1 }],
      ['', { action: 'delete', expected: 1, sort: 'id' }],
      ['', []],
      ['filter[colour][eq]=red', { action: 'delete', expected: 1 }],
      ['filter[amount][eq]=x', { action: 'delete', expected: 1 }],
      ['colour=red', { action: 'delete', expected: 1 }],
      ['q=word', { action: 'delete', expected: 1 }],
    ];
    for (const [query, body] of bad) {
      const { status, text } = await rooted.begin('/v1/item', query, body);
      assert.equal(status, 400, `${query} ${JSON.stringify(body)}: ${text}`);
    }
  });

  it('refuses a record alone whose values cannot be so', async () => {
    const { name } = await items(2);
    const { id, updated, refused } = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'update',
      set: { code: `one ${name}` },
      expected: 2,
    });
    assert.deepEqual([updated, refused], [1, 1]);
    assert.deepEqual(Object.keys((await rooted.report(id))[1]?.problems ?? {}), ['code']);
  });

  it('leaves a record alone that meets the filter no longer when its turn comes', async () => {
    const { name, ids } = await items(3);
    const { store } = stock.server;
    const definition = store.catalogue.served.find((one) => one.name === 'item');
    assert.ok(definition);
    const change = {
      definition,
      action: 'update',
      set: { note: 'late' },
      filter: { name: { eq: name } },
    } as const;
    const bulk = { action: 'update', changes: writeChange(change), total: 3 } as const;
    const request = {
      definition,
      file: '',
      size: 1,
      sha256: name,
      key: 'id',
      isDryRun: false,
      bulk,
    } as const;
    const door = operatorDoor(store, 'import');
    const { record: begun } = await beginImport(door, { ...request, format: 'jsonl' });
    await stock.root.done(`PATCH /v1/item/${ids[1]}`, { name: 'moved' });
    await stock.root.done(`DELETE /v1/item/${ids[2]}`);
    const lines = Buffer.from(ids.map((id) => `{"id":${id}}\n`).join(''));
    const records = await openRecords(store.catalogue, definition, 'jsonl', Readable.from([lines]));
    const { signal } = new AbortController();
    const { id, updated, refused } = await runImport(
      { door, definition, begun, signal },
      async () => records,
    );
    assert.deepEqual([updated, refused], [1, 2]);
    assert.equal((await item(ids[1])).note, null);
    assert.deepEqual(
      (await rooted.report(Number(id))).map((record) => [record.outcome, record.id, record.problems?.['']]),
      [
        ['updated', ids[0], undefined],
        ['refused', ids[1], 'meets the filter no longer'],
        ['refused', ids[2], 'meets the filter no longer'],
      ],
    );
  });

  it('is told in the log, as one', async () => {
    const { name } = await items(2);
    const { id } = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'delete',
      expected: 2,
    });
    const log = await stock.root.list<LogLine>('/cms/log?count=2');
    assert.deepEqual(
      log.map(({ message }) => message),
      [
        `root: finished bulk change ${id} of Item: 2 deleted, 0 refused`,
        `root: began to delete 2 records of Item, bulk change (id ${id})`,
      ],
    );
    const [first] = await stock.root.list<{ id: number }>('/v1/item/import');
    assert.notEqual(first?.id, id, 'it is no import of a file');
    assert.equal((await stock.root.get(`/v1/item/import/${id}`)).status, 404);
  });
});

describe('undoing a change by filter', () => {
  it('gives back what it changed, but for what was changed since', async () => {
    const { name, ids } = await items(3);
    const { id } = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'update',
      set: { note: 'new', amount: 7 },
      expected: 3,
    });
    await stock.root.done(`PATCH /v1/item/${ids[1]}`, { amount: 8 });
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 2, 1]);
    assert.deepEqual(await Promise.all(ids.map(async (one) => (await item(one)).amount)), [0, 8, 0]);
    const kept = (await rooted.report(id)).filter(({ outcome }) => outcome === 'kept');
    assert.deepEqual(
      kept.map((record) => record.id),
      [ids[1]],
    );
    assert.equal((await stock.root.post(`/cms/bulk/${id}/undo`)).status, 409);
  });

  it('brings back what it deleted, but for what is there again, taken or deleted anew', async () => {
    const { name, ids } = await items(4);
    const { id } = await rooted.run('/v1/item', `filter[name][eq]=${name}`, {
      action: 'delete',
      expected: 4,
    });
    await stock.root.done(`POST /v1/item/trash/${ids[0]}/restore`);
    await stock.root.done(`POST /v1/item/trash/${ids[1]}/restore`);
    await stock.root.done(`DELETE /v1/item/${ids[1]}`);
    await stock.root.make('/v1/item', { code: `${name}-2` });
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 1, 3]);
    assert.equal(await total(`filter[name][eq]=${name}`), 2);
    assert.equal((await item(ids[3])).code, `${name}-3`);
  });

  it('is refused where records have no past', async () => {
    await stock.root.make('/v1/tally', { word: 'gone' });
    const { id, deleted } = await rooted.run('/v1/tally', 'filter[word][eq]=gone', {
      action: 'delete',
      expected: 1,
    });
    assert.equal(deleted, 1);
    assert.equal((await stock.root.post(`/cms/bulk/${id}/undo`)).status, 409);
  });
});

describe('a change of what a search finds', async () => {
  const library = await freshApp({ contentDir: 'test/content/search' });
  const member = await library.person();
  const found = ['Café zebra', 'the ZEBRAS of a cafe', 'zebra', 'hidden café zebra', 'noted'];
  const [title, body, half, hidden, noted] = found as [string, string, string, string, string];
  const make = async () => {
    for (const values of [
      { title },
      { title: body, body: `<p>${body}</p>` },
      { title: half },
      { title: hidden, status: 'hidden' },
      { title: noted, note: title },
    ])
      await library.root.make('/v1/article', values);
  };
  const titles = async (query: string) =>
    (await library.root.list<{ title: string }>(`/v1/article?sort=id&${query}`)).map(
      (record) => record.title,
    );

  for (const [who, by, query, expected] of [
    ['that its caller may see', member, 'search=zebra cafe', [title]],
    ['in fields that its caller may read', library.root, 'search=zebra cafe', [title, hidden, noted]],
    ['together with a filter', library.root, `search=zebra&filter[title][eq]=${half}`, [half]],
  ] as const)
    it(`changes and deletes the records ${who}`, async () => {
      await make();
      const bulk = bulksOf(by);
      const set = { summary: who };
      const asked = { action: 'update', set, expected: expected.length };
      const { updated, refused } = await bulk.run('/v1/article', encodeURI(query), asked);
      assert.deepEqual([updated, refused], [expected.length, 0]);
      assert.deepEqual(await titles(`filter[summary][eq]=${encodeURIComponent(who)}`), expected);
      const gone = await bulk.run('/v1/article', encodeURI(query), {
        action: 'delete',
        expected: expected.length,
      });
      assert.equal(gone.deleted, expected.length);
      const left = found.filter((one) => !(expected as readonly string[]).includes(one));
      assert.deepEqual(await titles('count=50'), left);
      for (const { id } of await library.root.list<{ id: number }>('/v1/article?count=50'))
        await library.root.done(`DELETE /v1/article/${id}`);
    });
});
