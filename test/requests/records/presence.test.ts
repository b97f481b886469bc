import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presence } from '../../../server/access/presence/presence.collection.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

interface Present {
  readonly nickname: string | null;
  readonly username: string | null;
  readonly since: number;
  readonly fields: readonly string[];
}
const secrets = await freshApp({ contentDir: 'test/content/secrets' });
const books = await freshApp();
const media = await freshApp({ contentDir: 'test/content/media' });
const sets = await freshApp({ contentDir: 'test/content/sets' });
const enter = async (by: Client, path: string) =>
  (await by.done<{ items: Present[] }>(`PUT ${path}/presence`)).items;
const names = (items: readonly Present[]) => items.map(({ username }) => username);

describe('who has a record open', () => {
  it('lists the others who have the record open, each user once and never the caller', async () => {
    const book = `/v1/book/${await books.makeBook({ title: 'Tides' })}`;
    const [mei, kai] = [await books.person(), await books.person()];
    assert.deepEqual(await enter(mei, book), []);
    const again = books.as((await books.signIn(mei.username)).access);
    assert.deepEqual(await enter(again, book), [], 'another session of the same user');
    const [other, ...more] = await enter(kai, book);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...other, since: 0 },
      { nickname: mei.username, username: null, since: 0, fields: [] },
    );
    const [same] = await enter(kai, book);
    assert.equal(same?.since, other?.since);
    assert.deepEqual(names(await enter(books.root, book)), [mei.username, kai.username]);
    assert.equal((await enter(mei, book)).length, 2);
  });

  it('names users by nickname', async () => {
    const book = `/v1/book/${await books.makeBook({ title: 'Names' })}`;
    const mei = await books.person();
    await mei.done('PUT /cms/user', { nickname: 'Mei' });
    await enter(mei, book);
    assert.equal((await enter(await books.person(), book))[0]?.nickname, 'Mei');
  });

  it('is of that record alone', async () => {
    const one = await books.makeBook({ title: 'One' });
    const other = await books.makeBook({ title: 'Other' });
    await enter(await books.person(), `/v1/book/${one}`);
    assert.deepEqual(await enter(books.root, `/v1/book/${other}`), []);
  });

  it('ends by leaving, by signing out, and when nothing is heard of it', async () => {
    const id = await books.makeBook({ title: 'Ends' });
    const book = `/v1/book/${id}`;
    const here = async () => (await enter(books.root, book)).length;
    const [leaver, leaving, silent] = [await books.person(), await books.person(), await books.person()];
    for (const person of [leaver, leaving, silent]) await enter(person, book);
    assert.equal(await here(), 3);
    await leaver.done(`DELETE ${book}/presence`);
    await leaver.done(`DELETE ${book}/presence`);
    assert.equal(await here(), 2);
    await leaving.done('POST /cms/user/logout');
    assert.equal(await here(), 1);
    await books.behind('update quire_presence set time = time - 46000, since = since - 46000');
    assert.equal(await here(), 0);
    const before = Date.now();
    await enter(silent, book);
    const [back] = await enter(books.root, book);
    assert.ok(back && back.since >= before, 'a new stay begins anew');
    await books.root.done(`DELETE ${book}`);
    assert.equal((await silent.put(`${book}/presence`)).status, 404);
    assert.equal((await silent.delete(`${book}/presence`)).status, 200);
  });

  it('stays for one session where another of the same user leaves', async () => {
    const book = `/v1/book/${await books.makeBook({ title: 'Two' })}`;
    const mei = await books.person();
    const again = books.as((await books.signIn(mei.username)).access);
    for (const session of [mei, again]) await enter(session, book);
    await again.done(`DELETE ${book}/presence`);
    assert.deepEqual(names(await enter(books.root, book)), [mei.username]);
  });

  it('tells in which fields the others are, as far as the caller may read these', async () => {
    const article = `/v1/article/${await sets.root.make('/v1/article', { title: 'Fields' })}`;
    const insider = await sets.granted('article.inside');
    const reader = await sets.person();
    const fieldsFor = async (by: Client) => (await enter(by, article)).map(({ fields }) => fields);
    await insider.done(`PUT ${article}/presence?field=inside`);
    assert.deepEqual(await fieldsFor(sets.root), [['inside']]);
    assert.deepEqual(await fieldsFor(reader), [[], []]);
    const again = sets.as((await sets.signIn(insider.username)).access);
    await again.done(`PUT ${article}/presence?field=title`);
    assert.deepEqual(
      (await fieldsFor(sets.root)).map((one) => one.toSorted()),
      [['inside', 'title'], []],
    );
    assert.deepEqual(
      (await fieldsFor(reader)).map((one) => one.toSorted()),
      [['title'], []],
    );
    for (const session of [insider, again]) await session.done(`PUT ${article}/presence`);
    assert.deepEqual(await fieldsFor(reader), [[], []]);
    const [hidden, missing] = [
      await reader.put(`${article}/presence?field=inside`),
      await reader.put(`${article}/presence?field=outside`),
    ];
    assert.deepEqual([hidden.status, hidden.body.fields], [missing.status, missing.body.fields]);
    assert.equal(hidden.status, 400);
  });

  it('leaves no log line, and no change of the record', async () => {
    const book = `/v1/book/${await books.makeBook({ title: 'Quiet' })}`;
    const [before, record] = [await books.root.get('/cms/log'), await books.root.get(book)];
    await enter(books.root, book);
    await books.root.done(`DELETE ${book}/presence`);
    assert.equal((await books.root.get('/cms/log')).text, before.text);
    assert.equal((await books.root.get(book)).headers.etag, record.headers.etag);
  });

  it('is bounded for each session', async () => {
    const mei = await books.person();
    const ids: number[] = [];
    for (let made = 0; made < 52; made++) ids.push(await books.makeBook({ title: `Many ${made}` }));
    for (const id of ids) await enter(mei, `/v1/book/${id}`);
    const open = await books.server.store.reads.where(presence, (select) =>
      select.where('record_id', 'in', ids),
    );
    assert.deepEqual(
      open.map(({ record_id }) => Number(record_id)).sort((a, b) => a - b),
      ids.slice(2),
    );
  });

  it('is noted once, however many requests come together', async () => {
    const id = await books.makeBook({ title: 'Together' });
    const people = await Promise.all([1, 2, 3].map(() => books.person()));
    const many = Array.from({ length: 12 }, (_, index) => people[index % 3] ?? books.root);
    await Promise.all(many.map((person) => enter(person, `/v1/book/${id}`)));
    const open = await books.server.store.reads.count(presence, (select) =>
      select.where('record_id', '=', id),
    );
    assert.equal(open, 3);
  });
});

describe('who may have a record open', () => {
  it('is who has signed in and may read it', async () => {
    const [writer, other] = [await secrets.person(), await secrets.person()];
    const diary = await writer.make('/v1/diary', { title: 'Mine' });
    const plan = await secrets.root.make('/v1/plan', { title: 'Ours' });
    const planner = await secrets.granted('plan.read');
    const photo = '/v1/photo/999';
    for (const [who, by, path, entered, left] of [
      ['nobody', secrets.nobody, `/v1/diary/${diary}`, 401, 401],
      ['the writer', writer, `/v1/diary/${diary}`, 200, 200],
      ['another', other, `/v1/diary/${diary}`, 404, 200],
      ['root', secrets.root, `/v1/diary/${diary}`, 200, 200],
      ['a planner', planner, `/v1/plan/${plan}`, 200, 200],
      ['no planner', writer, `/v1/plan/${plan}`, 401, 401],
      ['nobody, of a public collection', media.nobody, photo, 401, 401],
      ['root, of a record that is not there', secrets.root, '/v1/plan/999', 404, 200],
      ['root, of no id', secrets.root, '/v1/plan/none', 400, 400],
    ] as const) {
      assert.equal((await by.put(`${path}/presence`)).status, entered, who);
      assert.equal((await by.delete(`${path}/presence`)).status, left, who);
    }
  });

  it('does not hear of others by leaving records that they may not read', async () => {
    const [writer, other] = [await secrets.person(), await secrets.person()];
    const diary = `/v1/diary/${await writer.make('/v1/diary', { title: 'Mine' })}`;
    await enter(writer, diary);
    await other.done(`DELETE ${diary}/presence`);
    assert.deepEqual(names(await enter(secrets.root, diary)), [writer.username]);
  });

  it('knows user names where they would know them in the history', async () => {
    const plan = `/v1/plan/${await secrets.root.make('/v1/plan', { title: 'Names' })}`;
    const [one, two] = [await secrets.granted('plan.read'), await secrets.granted('plan.read')];
    await enter(one, plan);
    assert.deepEqual(names(await enter(two, plan)), [null]);
    assert.deepEqual(names(await enter(secrets.root, plan)), [one.username, two.username]);
  });
});
