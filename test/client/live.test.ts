import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { writeClient } from '../../server/features/client/write-client.ts';
import { claimsOf, freshApp, PASSWORD } from '../support/fresh-app.ts';
import { makeRows } from '../support/novels.ts';

const app = await freshApp({
  contentDir: 'test/content/library',
});
const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const file = join(app.folder, 'client.ts');
writeFileSync(file, writeClient(app.server.records.catalogue));

/** Of the client, which exists only now, what is used here; its types are tested beside. */
interface Records {
  readonly [record: string]: Readonly<Record<string, (...values: unknown[]) => never>>;
}
interface Client {
  readonly records: Records;
  signIn(username: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  upload(file: Blob, name: string): Promise<Record<string, unknown>>;
  request(method: string, path: string): Promise<Record<string, unknown>>;
}
interface Made {
  readonly Quire: new (options: object) => Client;
  readonly QuireError: new (
    ...values: never[]
  ) => Error & { code: number; status: number; fields: Record<string, string> };
}
const { Quire, QuireError } = (await import(pathToFileURL(file).href)) as Made;

type Call = (record: string, method: string, ...values: unknown[]) => Promise<never>;
const callOf =
  (client: Client): Call =>
  async (record, method, ...values) =>
    (await client.records[record]?.[method]?.(...values)) as never;

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** A place for tokens that can be looked into. */
function tokenStore() {
  const store = {
    tokens: undefined as Tokens | undefined,
    get: () => store.tokens,
    set(given: Tokens | undefined) {
      store.tokens = given;
    },
    /** Lets the access token have expired long ago. */
    expire() {
      const { access = '', refresh = '' } = store.tokens ?? {};
      const claims = { ...claimsOf(access), exp: 1 };
      const signed = `${access.split('.')[0]}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = createHmac('sha256', app.secret).update(signed).digest('base64url');
      store.tokens = { refresh, access: `${signed}.${signature}` };
    },
  };
  return store;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const sent: string[] = [];
const counted = async (url: string, init: RequestInit) => {
  sent.push(new URL(url).pathname);
  return fetch(url, init);
};
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
    const row: Record<string, unknown> = await call('novel', 'get', id, {
      expand: { author: { mentor: true } },
    });
    const { title, copies, price, author: by, expanded } = row;
    assert.deepEqual({ title, copies, price, author: by }, values);
    assert.equal((expanded as { author: { name: string; id: string } }).author.name, 'Ann');
    assert.equal((expanded as { author: { id: string } }).author.id, author);
    await call('novel', 'patch', id, { copies: 5 });
    const { copies: few } = await call('novel', 'get', id);
    assert.equal(few, 5n);
  });

  it('lists what is filtered, and follows pages to the end', async () => {
    await makeRows(
      app,
      'country',
      Array.from({ length: 250 }, (_, index) => ({ name: `land ${index}` })),
    );
    const names: string[] = [];
    const each = quire.records.country?.each?.({ sort: ['name'], fields: ['name'] }) as unknown;
    for await (const row of each as AsyncIterable<{ name: string }>) names.push(row.name);
    assert.equal(names.length, 250);
    assert.deepEqual(names, names.toSorted());
    const filter = { or: [{ name: { in: ['land 1', 'land 2'] } }, { name: { starts: 'land 24' } }] };
    const page: { items: unknown[]; total: number } = await call('country', 'list', {
      filter,
      total: true,
      count: 5,
    });
    assert.deepEqual([page.items.length, page.total], [5, 13]);
  });

  it('keeps to the state that it read, and does many writes as one', async () => {
    const id: string = await call('country', 'create', { name: 'here' });
    const { row, etag }: { row: { name: string }; etag: string } = await call('country', 'getTagged', id);
    assert.equal(row.name, 'here');
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

  it('takes whole records out and in', async () => {
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

  it('takes an empty list for no row', async () => {
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
    ] as const)
      assert.equal(await count(filter), expected, JSON.stringify(filter));
  });

  it('uploads files', async () => {
    const { id, name, width } = await quire.upload(new Blob([Buffer.from(PIXEL, 'base64')]), 'pixel.png');
    assert.deepEqual([typeof id, name, width], ['string', 'pixel.png', 1]);
  });

  it('tells what was refused by code, words and fields', async () => {
    await assert.rejects(call('novel', 'create', { rating: 'x' }), (error) => {
      assert.ok(error instanceof QuireError);
      assert.deepEqual([error.status, error.code], [400, 10030]);
      assert.deepEqual(Object.keys(error.fields).sort(), ['rating', 'title']);
      return true;
    });
    await assert.rejects(call('novel', 'get', '1'), { status: 404, code: 10022 });
  });
});

describe('an access token that has expired', () => {
  const refreshes = () => sent.filter((path) => path === '/cms/user/refresh').length;

  it('is refreshed once for all requests that wait, and none of them fails', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store, fetch: counted });
    await one.signIn('root', PASSWORD);
    for (let round = 1; round <= 3; round += 1) {
      store.expire();
      const pages = await Promise.all(Array.from({ length: 20 }, () => callOf(one)('novel', 'list')));
      assert.equal(pages.length, 20);
      assert.equal(refreshes(), round);
    }
  });

  it('is not refreshed where another client that shares the tokens has done so', async () => {
    const store = tokenStore();
    const [one, other] = [1, 2].map(() => new Quire({ base, tokens: store, fetch: counted })) as [
      Client,
      Client,
    ];
    await one.signIn('root', PASSWORD);
    store.expire();
    const count = refreshes();
    await callOf(one)('novel', 'list');
    await callOf(other)('novel', 'list');
    assert.equal(refreshes(), count + 1);
  });

  it('ends the connection where the session has ended too', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store });
    await one.signIn('root', PASSWORD);
    const kept = store.tokens;
    await one.signOut();
    assert.equal(store.tokens, undefined);
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10000 });
    store.set(kept);
    store.expire();
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10100 });
    assert.equal(store.tokens, undefined);
  });

  it('ends the connection where the session has ended while the token still holds', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store });
    await one.signIn('root', PASSWORD);
    const kept = store.tokens;
    await one.signOut();
    store.set(kept);
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10100 });
    assert.equal(store.tokens, undefined);
  });
});
