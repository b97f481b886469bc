import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({
  contentDir: 'test/content/graphql',
  graphql: true,
  language: 'en',
  locales: readLocales('en,fr') ?? [],
});
const { root, nobody } = app;
const [member, another] = [await app.person(), await app.person()];
const publisher = await app.granted('essay.publish');
const CREATE = `mutation ($values: ArticleInput!, $key: String, $dry: Boolean) {
  create_article(values: $values, idempotency_key: $key, dry_run: $dry) { id etag would_be record { id title price serial author { name } } } }`;
const PATCH = `mutation ($id: ID!, $values: ArticleInput!, $etag: String) {
  update_article(id: $id, values: $values, if_match: $etag) { id etag record { title pages } } }`;
const count = async () => (await root.read<{ total: number }>('/v1/article?total=true')).total;

describe('a write', () => {
  it('creates a record, exact, in the name of the caller, with history and log', async () => {
    const author = await root.make('/v1/author', { name: 'Ase' });
    const values = { title: 'Made', price: '0.1000', serial: '9223372036854775807', author };
    const { create_article: made } = await dataOf(member, CREATE, { values });
    assert.deepEqual(made.record, {
      id: made.id,
      title: 'Made',
      price: '0.1000',
      serial: '9223372036854775807',
      author: { name: 'Ase' },
    });
    const stored = await root.get(`/api/v1/article/${made.id}`);
    assert.match(stored.text, /"serial":9223372036854775807/);
    assert.equal(stored.headers.etag, made.etag);
    const [revision] = await root.list<Revision>(`/v1/article/${made.id}/history`);
    assert.deepEqual([revision?.action, revision?.user?.username], ['create', member.username]);
    const { text } = await root.get('/cms/log?count=5');
    assert.match(text, /\/v1\/article/);
  });

  it('takes numbers as numbers and as texts, with all digits', async () => {
    for (const [index, given] of ['9007199254740993', '"9007199254740993"'].entries()) {
      const query = `mutation { create_article(values: {title: "digits ${index}", serial: ${given}, price: 12345678901234.5678}) { record { serial price } } }`;
      assert.deepEqual((await dataOf(member, query)).create_article.record, {
        serial: '9007199254740993',
        price: '12345678901234.5678',
      });
    }
    const body = `{"query":${JSON.stringify(CREATE)},"variables":{"values":{"title":"digits","serial":9007199254740993}}}`;
    const { text } = await member.post('/graphql', body);
    assert.equal(JSON.parse(text).data.create_article.record.serial, '9007199254740993');
  });

  it('keeps every digit of any JSON, also in variables inside of constants', async () => {
    const query = `mutation ($v: BigInt, $j: JSON) {
      create_article(values: {title: "json", extra: {own: 9007199254740993, text: "x", b: true, n: null, v: $v, j: $j}}) { id record { extra } } }`;
    const body = `{"query":${JSON.stringify(query)},"variables":{"v":9007199254740995,"j":{"deep":[12345678901234567890,1.5,"y"]}}}`;
    const { text } = await member.post('/graphql', body);
    assert.match(
      text,
      /"extra":\{"own":9007199254740993,"text":"x","b":true,"n":null,"v":9007199254740995,"j":\{"deep":\[12345678901234567890,1.5,"y"\]\}\}/,
    );
  });

  it('changes, replaces and deletes', async () => {
    const id = await root.make('/v1/article', { title: 'Changed', pages: 3, price: '1.00' });
    const { update_article: changed } = await dataOf(member, PATCH, {
      id,
      values: { title: 'Changed twice' },
    });
    assert.deepEqual(changed.record, { title: 'Changed twice', pages: 3 });
    const replace = `mutation { replace_article(id: ${id}, values: {title: "Replaced"}) { record { title pages price } } }`;
    assert.deepEqual((await dataOf(member, replace)).replace_article.record, {
      title: 'Replaced',
      pages: null,
      price: null,
    });
    assert.deepEqual(
      (await dataOf(root, `mutation { delete_article(id: ${id}) { id record { id } } }`)).delete_article,
      {
        id: String(id),
        record: null,
      },
    );
    assert.equal((await root.get(`/v1/article/${id}`)).status, 404);
    const { restore_article: back } = await dataOf(
      root,
      `mutation { restore_article(id: ${id}) { id record { title } } }`,
    );
    assert.deepEqual(back, { id: String(id), record: { title: 'Replaced' } });
    assert.equal((await ask(member, `mutation { restore_article(id: ${id}) { id } }`)).status, 400);
  });

  it('moves a record in an order by hand', async () => {
    const ids = [];
    for (const name of ['one', 'two', 'three']) ids.push(await root.make('/v1/stop', { name }));
    const move = `mutation ($id: ID!, $before: ID) { move_stop(id: $id, before: $before) { id } }`;
    await dataOf(member, move, { id: ids[2], before: ids[0] });
    const { stop_list: list } = await dataOf(member, '{ stop_list { nodes { name } } }');
    assert.deepEqual(list.nodes, [{ name: 'three' }, { name: 'one' }, { name: 'two' }]);
    const { errors } = await ask(
      member,
      `mutation { move_stop(id: ${ids[0]}, to: "first", before: ${ids[1]}) { id } }`,
    );
    assert.equal(errors?.[0]?.extensions?.status, 422);
  });

  it('is upserted by a unique field', async () => {
    const upsert = (pages: number) =>
      dataOf(
        member,
        `mutation { upsert_article(by: "title", values: {title: "Known", pages: ${pages}}) { id record { pages } } }`,
      );
    const [made, changed] = [(await upsert(1)).upsert_article, (await upsert(2)).upsert_article];
    assert.deepEqual([made.id, made.record.pages, changed.record.pages], [changed.id, 1, 2]);
  });

  it('is refused where the record has changed since', async () => {
    const id = await root.make('/v1/article', { title: 'Two editors' });
    const { article } = await dataOf(member, `{ article(id: ${id}) { etag } }`);
    const { update_article: first } = await dataOf(member, PATCH, {
      id,
      values: { pages: 1 },
      etag: article.etag,
    });
    const { data, errors } = await ask(another, PATCH, { id, values: { pages: 2 }, etag: article.etag });
    assert.deepEqual([data.update_article, errors?.[0]?.extensions?.status], [null, 412]);
    const { update_article: next } = await dataOf(another, PATCH, {
      id,
      values: { pages: 3 },
      etag: first.etag,
    });
    assert.equal(next.record.pages, 3);
  });

  it('with a key is done once', async () => {
    const given = { values: { title: 'Once' }, key: 'order-17' };
    const [one, two] = [await dataOf(member, CREATE, given), await dataOf(member, CREATE, given)];
    assert.equal(one.create_article.id, two.create_article.id);
    const { errors } = await ask(member, CREATE, { ...given, values: { title: 'Other' } });
    assert.equal(errors?.[0]?.extensions?.type, 'urn:quire:error:keyOfAnother');
    const { status } = await member.post(
      '/graphql',
      { query: '{ site { motto } }' },
      { headers: { 'idempotency-key': 'x' } },
    );
    assert.equal(status, 400);
  });

  it('is tried, and keeps nothing', async () => {
    const before = await count();
    const { create_article: tried } = await dataOf(member, CREATE, {
      values: { title: 'Only tried' },
      dry: true,
    });
    assert.deepEqual([tried.id, tried.record, tried.would_be.title], [null, null, 'Only tried']);
    assert.equal(await count(), before);
  });

  it('has the problems of the API, field by field, and leaves nothing behind', async () => {
    const before = await count();
    const { status, data, errors } = await ask(member, CREATE, {
      values: { title: '', price: 'a lot', pages: 0 },
    });
    assert.deepEqual([status, data], [200, { create_article: null }]);
    const { extensions } = errors?.[0] ?? {};
    assert.deepEqual(
      [extensions?.status, extensions?.code, extensions?.type],
      [422, 10030, 'urn:quire:error:badParameters'],
    );
    const pointers = extensions?.errors?.map((one) => (one as { pointer: string }).pointer);
    assert.deepEqual(pointers?.toSorted(), ['#/pages', '#/price', '#/title']);
    assert.equal(await count(), before);
  });

  it('runs in the order of the document, each by itself', async () => {
    const query = `mutation { a: create_article(values: {title: "Order 1"}) { id } b: create_article(values: {title: "Order 1"}) { id }
      c: create_article(values: {title: "Order 2"}) { id } }`;
    const { data, errors } = await ask(member, query);
    assert.deepEqual(
      errors?.map(({ path, extensions }) => [path, extensions?.status]),
      [[['b'], 409]],
    );
    assert.ok(Number(data.c.id) > Number(data.a.id));
    assert.equal(data.b, null);
  });

  it('of several records is done as a whole, or not at all', async () => {
    const before = await count();
    const bulk = (
      second: string,
    ) => `mutation { bulk_article(items: [{action: "create", values: {title: "Bulk 1"}},
      {action: "create", values: {title: "${second}"}}]) }`;
    const { errors } = await ask(member, bulk('Bulk 1'));
    assert.equal(errors?.length, 1);
    assert.equal(await count(), before);
    const { bulk_article: items } = await dataOf(member, bulk('Bulk 2'));
    assert.deepEqual(
      items.map(({ status }: { status: number }) => status),
      [201, 201],
    );
    assert.equal(await count(), before + 2);
  });
});

describe('drafts', () => {
  it('are written, published and read in their languages', async () => {
    const create = 'mutation { create_essay(values: {title: "Hello"}) { id record { title publication } } }';
    const { create_essay: made } = await dataOf(publisher, create);
    assert.deepEqual(made.record, { title: 'Hello', publication: 'draft' });
    const { id } = made;
    assert.equal((await ask(nobody, `{ essay(id: ${id}) { title } }`)).data.essay, null);
    assert.equal((await dataOf(member, `{ essay_draft(id: ${id}) { title } }`)).essay_draft.title, 'Hello');
    await dataOf(
      publisher,
      `mutation { update_essay(id: ${id}, locale: "fr", values: {title: "Bonjour"}) { id } }`,
    );
    await dataOf(publisher, `mutation { publish_essay(id: ${id}) { id } }`);
    const read = `{ en: essay(id: ${id}) { title } fr: essay(id: ${id}, locale: "fr") { title } }`;
    assert.deepEqual(await dataOf(nobody, read), { en: { title: 'Hello' }, fr: { title: 'Bonjour' } });
    await dataOf(publisher, `mutation { unpublish_essay(id: ${id}) { record { publication } } }`);
    assert.equal((await ask(nobody, read)).data.en, null);
    const refused = await ask(member, `mutation { publish_essay(id: ${id}) { id } }`);
    assert.deepEqual([refused.status, refused.data], [400, undefined]);
  });
});

describe('callers', () => {
  it('change only what is theirs', async () => {
    const { create_diary: mine } = await dataOf(
      member,
      'mutation { create_diary(values: {title: "mine"}) { id } }',
    );
    const change = `mutation { update_diary(id: ${mine.id}, values: {title: "theirs"}) { id } }`;
    const { data, errors } = await ask(another, change);
    assert.deepEqual([data.update_diary, errors?.length], [null, 1]);
    assert.equal((await dataOf(member, `{ diary(id: ${mine.id}) { title } }`)).diary.title, 'mine');
  });

  it('who may write a record and not read it get its id alone', async () => {
    const { create_diary: made } = await dataOf(
      member,
      'mutation { create_diary(values: {title: "x"}) { id record { title } } }',
    );
    assert.equal(made.record.title, 'x');
  });

  it('with a key that reads only, or without a token, write nothing', async () => {
    const before = await count();
    const { program, makeKey } = keysOf(app);
    const robot = await program({});
    const reading = app.as((await makeKey(robot.owner.id, { read_only: true })).key);
    for (const client of [nobody, reading]) {
      const { status, data, text } = await ask(client, CREATE, { values: { title: 'Never' } });
      assert.deepEqual([status, data], [400, undefined], text);
      assert.equal((await ask(client, '{ site { motto } }')).data.site.motto, 'To all');
    }
    assert.equal(await count(), before);
    assert.equal((await ask(robot, CREATE, { values: { title: 'By a program' } })).errors, undefined);
  });
});

describe('change sets', () => {
  it('are proposed by one, and approved by another', async () => {
    const id = await root.make('/v1/article', { title: 'As it was' });
    const propose = `mutation ($items: [ChangeSetItemInput!]) { create_change_set(title: "Better", items: $items) { id change_set { state version items { action changes } } } }`;
    const items = [{ collection: 'article', action: 'update', id, values: { title: 'As it should be' } }];
    const { create_change_set: made } = await dataOf(member, propose, { items });
    assert.deepEqual([made.change_set.state, made.change_set.items[0].action], ['draft', 'update']);
    const { submit_change_set: sent } = await dataOf(
      member,
      `mutation { submit_change_set(id: ${made.id}) { change_set { state version } } }`,
    );
    assert.equal(sent.change_set.state, 'submitted');
    const approve = `mutation ($version: Int) { approve_change_set(id: ${made.id}, version: $version, apply: true) { items change_set { state } } }`;
    const own = await ask(member, approve, { version: sent.change_set.version });
    assert.equal(own.errors?.[0]?.extensions?.status, 403);
    const { approve_change_set: applied } = await dataOf(root, approve, { version: sent.change_set.version });
    assert.equal(applied.change_set.state, 'applied');
    assert.equal((await dataOf(nobody, `{ article(id: ${id}) { title } }`)).article.title, 'As it should be');
    const { change_set_list: page } = await dataOf(
      member,
      '{ change_set_list(state: "applied") { nodes { id title } } }',
    );
    assert.deepEqual(page.nodes, [{ id: made.id, title: 'Better' }]);
    const { errors, data } = await ask(nobody, '{ change_set_list { nodes { id } } }');
    assert.deepEqual([data, errors?.length], [undefined, 1]);
  });
});

describe('what is no id', () => {
  for (const field of [
    'query { article(id: $id) { id } }',
    'query { change_set(id: $id) { id } }',
    'mutation { update_article(id: $id, values: {title: "x"}) { id } }',
    'mutation { delete_article(id: $id) { id } }',
    'mutation { restore_article(id: $id) { id } }',
    'mutation { publish_essay(id: $id) { id } }',
    'mutation { move_stop(id: $id, before: 1) { id } }',
    'mutation { approve_change_set(id: $id) { id } }',
  ])
    it(`leads to no other route in ${field}`, async () => {
      const query = field.replace(' ', ' ($id: ID!) ');
      for (const id of ['.', '..', '', '0', 'aggregate', '../1', '1/history', '1?version=draft', '1e1']) {
        const { errors, text } = await ask(root, query, { id });
        assert.match(errors?.[0]?.message ?? text, /id must be a positive integer/, id);
      }
    });
});
