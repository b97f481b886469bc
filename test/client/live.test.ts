// No engine changes its result: the client turns answers into values, and other tests ask the server for them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openLibrary } from '../support/library-client.ts';
import { makeRecords } from '../support/records/novels.ts';
import { until } from '../support/until.ts';

/** What a write answers beside the record. */
interface Written {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

const { app, base, Quire, QuireError } = await openLibrary();

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const quire = new Quire({ base: `${base}/` });
const call = callOf(quire);

before(() => quire.signIn('root', PASSWORD));

describe('a client', () => {
  const HUGE = 9223372036854775807n;

  it('writes and reads every digit', async () => {
    await app.database.setNextId('novel', HUGE - 5n);
    const author = await call('author', 'create', { name: 'Ann', pin: '1234' });
    const values = {
      title: '"9007199254740993" \\ 1234567890123456',
      copies: HUGE,
      price: '12.50',
      author,
    };
    const id: string = await call('novel', 'create', values);
    assert.equal(id, String(HUGE - 5n));
    const record: Record<string, unknown> = await call('novel', 'get', id, {
      expand: { author: { mentor: true } },
    });
    const { title, copies, price, author: by, expanded } = record;
    assert.deepEqual({ title, copies, price, author: by }, values);
    assert.equal((expanded as { author: { name: string; id: string } }).author.name, 'Ann');
    assert.equal((expanded as { author: { id: string } }).author.id, author);
    await call('novel', 'patch', id, { copies: 5 });
    const { copies: few } = await call('novel', 'get', id);
    assert.equal(few, 5n);
  });

  it('asks which records are its own', async () => {
    const id: string = await call('author', 'create', { name: 'Own' });
    const own = {
      filter: { and: [{ name: { eq: 'Own' } }, { is_mine: { eq: true } }] },
      fields: ['is_mine'],
    };
    const { items } = await call('author', 'list', own);
    assert.deepEqual(items, [{ id, is_mine: true }]);
  });

  it('lists what is filtered, and follows pages to the end', async () => {
    await makeRecords(
      app,
      'country',
      Array.from({ length: 250 }, (_, index) => ({ name: `land ${index}` })),
    );
    const names: string[] = [];
    const each = quire.collections.country?.each?.({ sort: ['name'], fields: ['name'] }) as unknown;
    for await (const record of each as AsyncIterable<{ name: string }>) names.push(record.name);
    assert.equal(names.length, 250);
    assert.deepEqual(names, names.toSorted());
    const filter = { or: [{ name: { in: ['land 1', 'land 2'] } }, { name: { starts: 'land 24' } }] };
    const page: { items: unknown[]; total: number } = await call('country', 'list', {
      filter,
      expand: {},
      total: true,
      count: 5,
    });
    assert.deepEqual([page.items.length, page.total], [5, 13]);
  });

  it('keeps to the state that it read, and does many writes as one', async () => {
    const id: string = await call('country', 'create', { name: 'here' });
    const { record, etag }: { record: { name: string }; etag: string } = await call(
      'country',
      'getTagged',
      id,
    );
    assert.equal(record.name, 'here');
    await call('country', 'patch', id, { name: 'there' }, { ifMatch: etag });
    await assert.rejects(call('country', 'patch', id, { name: 'nowhere' }, { ifMatch: etag }), {
      status: 412,
    });
    const { isNew }: { isNew: boolean } = await call('country', 'upsert', 'name', { name: 'there' });
    assert.equal(isNew, false);
    const results: { id: string }[] = await call('country', 'bulk', [
      { action: 'create', values: { name: 'b1' } },
      { action: 'delete', id },
    ]);
    assert.equal(results[1]?.id, id);
  });

  it('writes once what it sends twice under one key', async () => {
    const twice = async (method: string, idempotencyKey: string, ...values: unknown[]) => {
      for (const _ of 'ab') await call('country', method, ...values, { idempotencyKey });
    };
    const id: string = await call('country', 'create', { name: 'once' });
    const { etag: ifMatch }: { etag: string } = await call('country', 'getTagged', id);
    for (const _ of 'ab')
      await call('country', 'patch', id, { name: 'once more' }, { ifMatch, idempotencyKey: 'k1' });
    await twice('replace', 'k2', id, { name: 'once again' });
    await twice('upsert', 'k3', 'name', { name: 'once again' });
    await twice('remove', 'k4', id);
    const { items }: { items: { action: string }[] } = await call('country', 'history', id);
    const actions = items.map(({ action }) => action);
    assert.deepEqual(actions, ['delete', 'update', 'update', 'update', 'create']);
    await assert.rejects(call('country', 'patch', id, { name: 'x' }, { idempotencyKey: 'k4' }), {
      status: 422,
    });
  });

  it('knows the past', async () => {
    const id: string = await call('novel', 'create', { title: 'old', copies: HUGE });
    await call('novel', 'patch', id, { title: 'new', copies: null });
    const { items }: { items: { id: string; changes: Record<string, { before: unknown }> }[] } = await call(
      'novel',
      'history',
      id,
    );
    assert.equal(items[0]?.changes.copies?.before, HUGE);
    await call('novel', 'restoreRevision', id, items[1]?.id);
    await call('novel', 'remove', id);
    const trash: { items: { id: string; title: string }[] } = await call('novel', 'trash');
    assert.deepEqual([trash.items[0]?.id, trash.items[0]?.title], [id, 'old']);
    await call('novel', 'restore', id);
    assert.equal(((await call('novel', 'get', id)) as { title: string }).title, 'old');
  });

  it('takes whole collections out and in', async () => {
    const answer: Response = await call('country', 'exportFile', 'csv', {
      fields: ['name'],
      filter: { name: { eq: 'land 7' } },
    });
    assert.match(await answer.text(), /^id,name\r\n\d+,land 7\r\n$/);
    const id: string = await call('country', 'importFile', 'csv', 'name\nimported\n');
    for (let turn = 0; turn < 200; turn += 1) {
      const { state }: { state: string } = await call('country', 'importStatus', id);
      if (state === 'done') return;
      await wait(20);
    }
    throw new Error('the import does not end');
  });

  it('takes an empty list for no record', async () => {
    const count = async (filter: object) =>
      ((await call('country', 'list', { filter, total: true })) as { total: number }).total;
    const all = await count({});
    assert.ok(all > 1);
    const [some, none] = [{ name: { eq: 'land 7' } }, { name: { in: [] } }];
    for (const [filter, expected] of [
      [none, 0],
      [{ id: { in: [] } }, 0],
      [{ or: [] }, 0],
      [{ or: [none, { or: [] }] }, 0],
      [{ ...some, or: [] }, 0],
      [{ and: [some, none] }, 0],
      [{ or: [none, some] }, 1],
      [{ or: [some, {}] }, all],
      [{ and: [] }, all],
      [{ and: [{}, some, { name: undefined }] }, 1],
      [{ name: {} }, all],
      [{ name: { in: ['land 7'] } }, 1],
      [{ name: { nin: [] } }, all],
      [{ name: { nin: ['land 7'] } }, all - 1],
      [{ not: some }, all - 1],
      [{ not: none }, all],
      [{ not: {} }, 0],
      [{ not: { or: [some, none] } }, all - 1],
      [{ not: { not: some } }, 1],
    ] as const)
      assert.equal(await count(filter), expected, JSON.stringify(filter));
  });

  it('answers records as they were stored, and tries writes out', async () => {
    const made: Written = await call('country', 'createAndGet', { name: 'shown' });
    assert.deepEqual([typeof made.id, made.record.id, made.record.name], ['string', made.id, 'shown']);
    const terms = { ifMatch: made.etag };
    const changed: Written = await call('country', 'patchAndGet', made.id, { name: 'shown later' }, terms);
    assert.equal(changed.record.name, 'shown later');
    await assert.rejects(call('country', 'replaceAndGet', made.id, { name: 'x' }, terms), { status: 412 });
    const replaced: Written = await call('country', 'replaceAndGet', made.id, { name: 'y' });
    const read: Written = await call('country', 'getTagged', made.id);
    assert.deepEqual([replaced.record, replaced.etag], [read.record, read.etag]);

    const tried: Written = await call('country', 'dryRun', { action: 'create', values: { name: 'tried' } });
    assert.deepEqual([tried.record.name, 'id' in tried.record], ['tried', false]);
    const update = { action: 'update', id: made.id, values: { name: 'tried' } };
    assert.equal(((await call('country', 'dryRun', update)) as Written).record.id, made.id);
    await call('country', 'dryRun', { action: 'upsert', by: 'name', values: { name: 'y' } });
    assert.deepEqual(await call('country', 'dryRun', { action: 'delete', id: made.id }), { others: [] });
    await assert.rejects(call('country', 'dryRun', { action: 'create', values: {} }), { status: 422 });
    await assert.rejects(call('country', 'dryRun', update, terms), { status: 412 });
    assert.equal(((await call('country', 'get', made.id)) as { name: string }).name, 'y');
  });

  it('tells definitions and uses, and keeps views', async () => {
    const country = (await quire.definitions()).find(({ name }) => name === 'country');
    assert.deepEqual([country?.path, country?.actions.list], ['/v1/country', true]);
    const there: string = await call('country', 'create', { name: 'used' });
    const author: string = await call('author', 'create', { name: 'Bo', country: there });
    const [use]: { field: string; sample: { id: string }[] }[] = await call('country', 'usage', there);
    assert.deepEqual([use?.field, use?.sample[0]?.id], ['country', author]);

    const state = { sort: '-name' };
    const id = await quire.createView({ collection: 'country', name: 'Backwards', state });
    await quire.changeView(id, { name: 'From the end', scope: 'everybody' });
    const { items, scopes } = await quire.views('country');
    const [view] = items;
    assert.deepEqual(scopes, ['mine', 'group', 'everybody']);
    assert.deepEqual(
      [view?.id, view?.name, view?.scope, view?.state, view?.group_id],
      [...[id, 'From the end', 'everybody', state, null]],
    );
    assert.deepEqual((await quire.views('author')).items, []);
    await quire.removeView(id);
    assert.deepEqual((await quire.views()).items, []);
  });

  it('changes all that a filter finds, and undoes it', async () => {
    const ids: string[] = [];
    for (const name of ['bulk 1', 'bulk 2']) ids.push(await call('author', 'create', { name }));
    const change = { action: 'update', set: { name: 'bulked' }, filter: { name: { starts: 'bulk ' } } };
    await assert.rejects(call('author', 'bulkByFilter', { ...change, expected: 3 }), { status: 409 });
    const bulk: string = await call('author', 'bulkByFilter', { ...change, expected: 2 });
    const reaches = (state: string) =>
      until(async () => ((await call('author', 'bulkStatus', bulk)) as { state: string }).state === state);
    await reaches('done');
    assert.equal(((await call('author', 'get', ids[0])) as { name: string }).name, 'bulked');
    await call('author', 'undoBulk', bulk);
    await reaches('undone');
    assert.equal(((await call('author', 'get', ids[0])) as { name: string }).name, 'bulk 1');
  });

  it('uploads files', async () => {
    const { id, name, width } = await quire.upload(new Blob([Buffer.from(PIXEL, 'base64')]), 'pixel.png');
    assert.deepEqual([typeof id, name, width], ['string', 'pixel.png', 1]);
  });

  it('describes and arranges files', async () => {
    const id = String((await quire.upload(new Blob([Buffer.from(PIXEL, 'base64')]), 'pixel.png')).id);
    const folder = await quire.files.createFolder('press');
    await quire.files.change(id, { alt: { en: 'A dot' }, folder_id: folder, tags: ['small', 'dot'] });
    const { alt, folder_id, tags } = await quire.files.get(id);
    assert.deepEqual([alt, folder_id, tags], [{ en: 'A dot' }, folder, ['dot', 'small']]);
    const { items } = await quire.files.list({ folder, tags: ['dot'] });
    assert.deepEqual(
      items.map((one) => one.id),
      [id],
    );
    assert.partialDeepStrictEqual(await quire.files.folders(), [{ id: folder, parent_id: null, files: 1 }]);
    assert.deepEqual((await quire.files.tags()).map(({ name }) => name).sort(), ['dot', 'small']);
    await quire.files.change(id, { folder_id: null, alt: { en: null }, tags: [] });
    assert.equal((await quire.files.get(id)).folder_id, undefined);
    await quire.files.remove(id);
    await assert.rejects(quire.files.get(id), { status: 404 });
  });

  it('tells what was refused by code, words and fields', async () => {
    await assert.rejects(call('novel', 'create', { rating: 'x' }), (error) => {
      assert.ok(error instanceof QuireError);
      assert.deepEqual([error.status, error.code], [422, 10030]);
      assert.ok(error.requestId);
      assert.deepEqual(Object.keys(error.fields).sort(), ['rating', 'title']);
      return true;
    });
    await assert.rejects(call('novel', 'get', '1'), { status: 404, code: 10022 });
  });
});
