import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';

const app = await freshApp({
  contentDir: 'test/content/graphql',
  graphql: true,
  language: 'en',
  locales: readLocales('en,fr') ?? [],
});
const { root, nobody } = app;
const people = { nobody, member: await app.person(), reader: await app.granted('author.notes'), root };
const [country, other] = [
  await root.make('/v1/country', { name: 'Norway' }),
  await root.make('/v1/country', { name: 'Peru' }),
];
const [author, second] = [
  await root.make('/v1/author', { name: 'Ase', country, note: 'hiddenword' }),
  await root.make('/v1/author', { name: 'Bea', country: other }),
];
const LONG = '9007199254740993';
for (const [index, title] of ['Alder', 'Birch', 'Cedar', 'Douglas fir', 'Elm'].entries())
  await root.done('POST /v1/article', {
    title,
    price: `${index}.25`,
    serial: LONG,
    pages: index + 1,
    author: index < 4 ? author : null,
    readers: index === 0 ? [author, second] : [],
  });
const titles = (nodes: { title: string }[]) => nodes.map(({ title }) => title);

describe('a list', () => {
  for (const [what, given, expected] of [
    ['a comparison', 'filter: {title: {starts: "B"}}', ['Birch']],
    ['a number', 'filter: {price: {gte: 3.25}}', ['Douglas fir', 'Elm']],
    ['a list of values', 'filter: {title: {in: ["Elm", "Alder"]}}', ['Alder', 'Elm']],
    ['alternatives', 'filter: {or: [{title: {eq: "Elm"}}, {pages: {lt: 2}}]}', ['Alder', 'Elm']],
    ['an opposite', 'filter: {not: {author: {null: false}}}', ['Elm']],
    ['no value', 'filter: {author: {null: true}}', ['Elm']],
    ['a reference', `filter: {author: {eq: ${author}}, pages: {gt: 3}}`, ['Douglas fir']],
    ['what a reference leads to', 'filter: {readers: {country: {name: {eq: "Peru"}}}}', ['Alder']],
    ['words', 'q: "fir"', ['Douglas fir']],
    ['exact numbers', `filter: {serial: {eq: "${LONG}"}, pages: {eq: 1}}`, ['Alder']],
    ['other exact numbers', 'filter: {serial: {eq: 9007199254740992}}', []],
    ['an order', 'first: 2, sort: ["-title"]', ['Elm', 'Douglas fir']],
    ['an order by a reference', 'first: 1, sort: ["author.name", "-title"]', ['Elm']],
  ] as const)
    it(`has the records of ${what}`, async () => {
      const order = given.includes('sort') ? '' : ', sort: ["title"]';
      const { article_list: list } = await dataOf(
        nobody,
        `{ article_list(${given}${order}) { nodes { title } } }`,
      );
      assert.deepEqual(titles(list.nodes), expected);
    });

  it('is read page by page, in both directions', async () => {
    const page = 'nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';
    const query = `query ($after: String, $before: String, $first: Int, $last: Int) {
      article_list(first: $first, last: $last, after: $after, before: $before, sort: ["title"]) { ${page} } }`;
    const one = (await dataOf(nobody, query, { first: 2 })).article_list;
    assert.deepEqual([titles(one.nodes), one.totalCount], [['Alder', 'Birch'], 5]);
    assert.deepEqual([one.pageInfo.hasNextPage, one.pageInfo.hasPreviousPage], [true, false]);
    const two = (await dataOf(nobody, query, { first: 2, after: one.pageInfo.endCursor })).article_list;
    assert.deepEqual(titles(two.nodes), ['Cedar', 'Douglas fir']);
    const last = (await dataOf(nobody, query, { first: 2, after: two.pageInfo.endCursor })).article_list;
    assert.deepEqual([titles(last.nodes), last.pageInfo.hasNextPage], [['Elm'], false]);
    const back = (await dataOf(nobody, query, { last: 2, before: two.pageInfo.startCursor })).article_list;
    assert.deepEqual(titles(back.nodes), ['Alder', 'Birch']);
    for (const given of [{ last: 2 }, { first: 1, last: 1, before: two.pageInfo.startCursor }]) {
      const { errors } = await ask(nobody, query, given);
      assert.deepEqual(errors?.[0]?.extensions?.status, 422);
    }
  });

  it('has edges with the cursors of its ends', async () => {
    const query =
      '{ article_list(first: 3, after: null, sort: ["title"]) { edges { cursor node { title } } pageInfo { endCursor } } }';
    const { edges, pageInfo } = (await dataOf(nobody, query)).article_list;
    assert.equal(edges[2].cursor, pageInfo.endCursor);
    assert.deepEqual([edges[0].node.title, edges[1].cursor], ['Alder', null]);
  });
});

describe('a record', () => {
  it('has exact numbers, references and ways back', async () => {
    const query = `query ($id: ID!) { article(id: $id) { id title price serial author_id readers_ids
      author { name country { name } articles_count articles { title } } readers { name } } }`;
    const { items } = await root.read<{ items: { id: number }[] }>('/v1/article?filter[title][eq]=Alder');
    const { article } = await dataOf(nobody, query, { id: items[0]?.id });
    assert.deepEqual(article, {
      id: String(items[0]?.id),
      title: 'Alder',
      price: '0.2500',
      serial: LONG,
      author_id: String(author),
      readers_ids: [String(author), String(second)],
      author: {
        name: 'Ase',
        country: { name: 'Norway' },
        articles_count: 4,
        articles: [{ title: 'Alder' }, { title: 'Birch' }, { title: 'Cedar' }],
      },
      readers: [{ name: 'Ase' }, { name: 'Bea' }],
    });
  });

  it('is read by fragments, aliases and directives', async () => {
    const query = `query ($with: Boolean!) { one: author(id: ${author}) { ...Named country @include(if: $with) { name } }
      two: author(id: ${second}) { ... on Author { id } ...Named } } fragment Named on Author { called: name }`;
    assert.deepEqual(await dataOf(nobody, query, { with: false }), {
      one: { called: 'Ase' },
      two: { id: String(second), called: 'Bea' },
    });
    const { one } = await dataOf(nobody, query, { with: true });
    assert.deepEqual(one, { called: 'Ase', country: { name: 'Norway' } });
  });

  it('that is not there is an error beside the others', async () => {
    const { status, data, errors } = await ask(nobody, `{ gone: article(id: 999) { id } site { motto } }`);
    assert.deepEqual([status, data], [200, { gone: null, site: { motto: 'To all' } }]);
    assert.deepEqual(
      errors?.map(({ path, extensions }) => [path, extensions?.status]),
      [[['gone'], 404]],
    );
  });

  it('is read as of a time, whole', async () => {
    const id = await root.make('/v1/country', { name: 'Old name' });
    const { create_time: then } = await root.read<{ create_time: number }>(`/v1/country/${id}`);
    await root.done(`PATCH /v1/country/${id}`, { name: 'New name' });
    const query = `query ($id: ID!, $as_of: Timestamp) { country(id: $id, as_of: $as_of) { name } }`;
    const [was, is] = [await dataOf(root, query, { id, as_of: then }), await dataOf(root, query, { id })];
    assert.deepEqual([was.country.name, is.country.name], ['Old name', 'New name']);
  });

  it('tells what the caller may do with it', async () => {
    const query = `{ author(id: ${author}) { can is_mine } }`;
    assert.deepEqual((await dataOf(nobody, query)).author.can.update, false);
    const { author: seen } = await dataOf(root, query);
    assert.deepEqual([seen.can.update, seen.is_mine], [true, true]);
  });
});

describe('counts and sums', () => {
  it('are exact, by group and through references', async () => {
    const query = `{ article_aggregate(select: ["count", "sum.serial", "avg.price", "max.pages"], group: ["author.name"]) {
      nodes { group count sum avg max } } }`;
    const { nodes } = (await dataOf(nobody, query)).article_aggregate;
    const found = nodes.find((one: { group: object }) => JSON.stringify(one.group).includes('Ase'));
    assert.deepEqual(
      [found.count, found.sum.serial, found.avg.price, found.max.pages],
      [4, String(4n * BigInt(LONG)), '1.7500000000', 4],
    );
  });

  it('are of the records of a condition', async () => {
    const query =
      '{ article_aggregate(select: ["count"], filter: {title: {in: ["Elm", "Oak"]}}) { nodes { count } } }';
    assert.deepEqual((await dataOf(nobody, query)).article_aggregate.nodes, [{ count: 1 }]);
  });
});

describe('a language', () => {
  it('is chosen for each field, one at a time', async () => {
    const id = await root.make('/v1/essay', { title: 'Hello' });
    await root.done(`PATCH /v1/essay/${id}?locale=fr`, { title: 'Bonjour' });
    await root.done(`POST /v1/essay/${id}/publish`);
    const query = `{ en: essay(id: ${id}) { title } fr: essay(id: ${id}, locale: "fr") { title }
      list: essay_list(locale: "fr", filter: {title: {eq: "Bonjour"}}) { nodes { title } } }`;
    assert.deepEqual(await dataOf(nobody, query), {
      en: { title: 'Hello' },
      fr: { title: 'Bonjour' },
      list: { nodes: [{ title: 'Bonjour' }] },
    });
    const { errors } = await ask(nobody, `{ essay(id: ${id}, locale: "all") { title } }`);
    assert.equal(errors?.[0]?.extensions?.status, 422);
  });
});

describe('a caller', () => {
  const names = async (client: (typeof people)[keyof typeof people]) => {
    const query = `{ __schema { types { name fields { name } inputFields { name } } } }`;
    type Listed = { name: string; fields: { name: string }[] | null; inputFields: { name: string }[] | null };
    const { __schema } = await dataOf(client, query);
    return new Map(
      (__schema.types as Listed[]).map(({ name, fields, inputFields }) => [
        name,
        (fields ?? inputFields ?? []).map((one) => one.name),
      ]),
    );
  };
  for (const [who, sees] of [
    ['nobody', { note: false, diary: false, drafts: false, writes: false }],
    ['member', { note: false, diary: true, drafts: true, writes: true }],
    ['reader', { note: true, diary: true, drafts: true, writes: true }],
    ['root', { note: true, diary: true, drafts: true, writes: true }],
  ] as const)
    it(`finds in the schema what they may read: ${who}`, async () => {
      const types = await names(people[who]);
      const has = (type: string, field: string) => types.get(type)?.includes(field) === true;
      for (const type of ['Author', 'AuthorFilter', 'AuthorComparison'])
        assert.equal(has(type, 'note'), sees.note, type);
      assert.equal(has('Query', 'diary_list'), sees.diary);
      assert.equal(types.has('Diary'), sees.diary);
      assert.equal(has('Query', 'essay_draft'), sees.drafts);
      assert.equal(has('Mutation', 'create_article'), sees.writes);
      assert.equal(has('Mutation', 'delete_article'), who === 'root');
      assert.equal(has('AuthorInput', 'note'), sees.note && sees.writes);
      assert.equal(has('Query', 'author'), true);
    });

  it('reads nothing that they may not, on any way', async () => {
    await root.make('/v1/diary', { title: 'of root' });
    for (const who of ['nobody', 'member'] as const)
      for (const query of [
        `{ author(id: ${author}) { note } }`,
        `{ author_list(filter: {note: {eq: "hiddenword"}}) { nodes { id } } }`,
        `{ author_list(filter: {or: [{note: {starts: "h"}}]}) { nodes { id } } }`,
        `{ article_list(filter: {author: {note: {eq: "hiddenword"}}}) { nodes { id } } }`,
        `{ author_list(sort: ["note"]) { nodes { id } } }`,
        `{ author_aggregate(select: ["max.note"]) { nodes { max } } }`,
        `{ author_aggregate(group: ["note"]) { nodes { group } } }`,
        `{ article_list(sort: ["author.note"]) { nodes { id } } }`,
      ]) {
        const { data, errors, text } = await ask(people[who], query);
        assert.ok(errors && errors.length > 0, `${who}: ${query}`);
        assert.ok(data == null || Object.values(data).every((one) => one === null), text);
        assert.doesNotMatch(text.replaceAll(query, ''), /"hiddenword"/);
      }
    assert.equal(
      (await dataOf(people.reader, `{ author(id: ${author}) { note } }`)).author.note,
      'hiddenword',
    );
    assert.deepEqual(
      (await dataOf(people.member, '{ diary_list { nodes { title } } }')).diary_list.nodes,
      [],
    );
    assert.deepEqual((await dataOf(root, '{ diary_list { nodes { title } } }')).diary_list.nodes, [
      { title: 'of root' },
    ]);
  });

  it('is told of a bad token as GraphQL tells', async () => {
    const { status, errors, data } = await ask(app.as('bad'), '{ site { motto } }');
    assert.deepEqual([status, data], [401, undefined]);
    assert.equal(errors?.[0]?.extensions?.type, 'urn:quire:error:tokenInvalid');
  });

  it('reads errors in their language', async () => {
    for (const [language, words] of [
      ['en', /no such|not exist|not found/i],
      ['zh', /不存在/],
    ] as const) {
      const { errors } = await ask(
        nobody,
        '{ article(id: 999) { id } }',
        {},
        { 'accept-language': language },
      );
      assert.match(errors?.[0]?.message ?? '', words);
    }
  });
});
