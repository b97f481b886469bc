import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { countReads } from '../../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/graphql', graphql: true, language: 'en' });
const { root, nobody } = app;
const country = await root.make('/v1/country', { name: 'Norway' });
for (let count = 0; count < 20; count += 1) {
  const author = await root.make('/v1/author', { name: `author ${count}`, country });
  await root.make('/v1/article', { title: `article ${count}`, author, readers: [author] });
}

describe('records and what they lead to', () => {
  it('are read with as many statements for 20 records as for one', async () => {
    const query = (first: number) =>
      `{ article_list(first: ${first}) { nodes { title author { name country { name } articles_count articles { title } } readers { name } } } }`;
    const statements = (first: number) => countReads(app, () => dataOf(nobody, query(first)));
    for (const first of [1, 20]) await statements(first); // what is remembered of a query is remembered by now
    const least = async (first: number) => Math.min(await statements(first), await statements(first)); // other work reads too
    const [one, many] = [await least(1), await least(20)];
    assert.ok(one > 0);
    assert.equal(many, one);
    const { nodes } = (await dataOf(nobody, query(20))).article_list;
    assert.equal(nodes.length, 20);
    assert.ok(
      nodes.every((node: { author: { country: { name: string } } }) => node.author.country.name === 'Norway'),
    );
  });
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
/** A filter that lies this deep, in a document that asks for little. */
const nested = (levels: number) => '{ author '.repeat(levels);
const within = (levels: number, inside: string) => {
  let text = inside;
  for (let level = 0; level < levels; level += 1)
    text = level % 2 === 0 ? `author { ${text} }` : `articles { ${text} }`;
  return text;
};

describe('what asks too much is refused before anything runs', () => {
  for (const [what, fits, tooMuch, words] of [
    [
      'fields at the top',
      `{ ${times(20, (index) => `a${index}: site { motto }`)} }`,
      `{ ${times(21, (index) => `a${index}: site { motto }`)} }`,
      /more than 20 fields at its top/,
    ],
    [
      'fields that are written',
      `{ site { ${times(499, (index) => `a${index}: motto`)} } }`,
      `{ site { ${times(500, (index) => `a${index}: motto`)} } }`,
      /more than 500 fields/,
    ],
    [
      'fields by fragments',
      `{ a: site { ...A } } fragment A on Site { ${times(9, (index) => `a${index}: motto`)} }`,
      `{ site { ...A0 } } ${times(12, (index) => `fragment A${index} on Site { ...A${index + 1} ...A${index + 1} }`)} fragment A12 on Site { motto }`,
      /more than 1000 fields/,
    ],
    [
      'characters',
      `{ site { motto } } #${'x'.repeat(60_000)}`,
      `{ site { motto } } #${'x'.repeat(64_000)}`,
      /more than 64000 characters/,
    ],
    [
      'tokens',
      `{ site { motto } } # ${'x '.repeat(5000)}`,
      `{ site { motto } } ${'x '.repeat(4000)}`,
      /more than 4000 tokens/,
    ],
    [
      'brackets',
      `{ article_list(filter: ${'{not: '.repeat(3)}{title: {eq: "x"}}${'}'.repeat(3)}) { totalCount } }`,
      `{ article_list(filter: ${'{not: '.repeat(1900)}`,
      /brackets more than 64 levels deep/,
    ],
    [
      'brackets of lists',
      '{ article_list(sort: ["title"]) { totalCount } }',
      `{ article_list(sort: ${'['.repeat(3000)}`,
      /64 levels/,
    ],
    ['brackets of fragments', '{ site { ... { motto } } }', `{ site ${'{ ... '.repeat(1900)}`, /64 levels/],
    [
      'records',
      '{ article_list(first: 100) { nodes { title } } }',
      '{ article_list(first: 1000) { nodes { title pages price serial state due author_id readers_ids extra id } } }',
      /costs more than 10000/,
    ],
    [
      'records of records',
      `{ author_list(first: 20) { nodes { articles { title author { name } } } } }`,
      `{ author_list(first: 100) { nodes { ${times(9, (index) => `a${index}: articles { title pages price author { name note: id } }`)} } } }`,
      /costs more than 10000/,
    ],
    [
      'descriptions of the schema',
      '{ __schema { queryType { name } } }',
      `{ ${times(6, (index) => `a${index}: __schema { queryType { name } }`)} }`,
      /costs more than 10000/,
    ],
  ] as const)
    it(what, async () => {
      const fitting = await ask(nobody, fits);
      assert.deepEqual([fitting.status, fitting.errors], [200, undefined], fitting.text);
      const statements = await countReads(app, async () => {
        const { status, errors, data } = await ask(nobody, tooMuch);
        assert.deepEqual([status, data], [400, undefined]);
        assert.match(errors?.[0]?.message ?? '', words);
      });
      assert.ok(statements <= 1, `${statements} statements`); // who asks may be looked up
    });

  it('levels', async () => {
    const { status, errors } = await ask(nobody, `{ article(id: 1) { ${within(17, 'id')} } }`);
    assert.deepEqual([status, errors?.[0]?.extensions?.status], [400, 422]);
    assert.match(errors?.[0]?.message ?? '', /more than 16 levels/);
  });

  it('sizes in variables and their defaults', async () => {
    const query =
      'query ($first: Int = 1000) { article_list(first: $first) { nodes { title pages price serial state due extra author_id readers_ids id } } }';
    assert.equal((await ask(nobody, query)).status, 400);
    assert.equal((await ask(nobody, query, { first: 1000 })).status, 400);
    assert.equal((await ask(nobody, query, { first: 10 })).status, 200);
    assert.equal((await ask(nobody, query, { first: 'x' })).status, 400);
  });

  it('a size beside another that is null', async () => {
    for (const sizes of ['first: $no, last: 1000', 'last: 1000, first: $no', 'first: $no, last: $many']) {
      const query = `query ($no: Int, $many: Int = 1000) { article_list(${sizes}, before: "x") { nodes { title pages price serial state due extra author_id readers_ids id } } b: article_list(first: $many) { totalCount } }`;
      for (const variables of [{}, { no: null }, { no: null, many: 1000 }]) {
        const { status, errors } = await ask(nobody, query, variables);
        assert.equal(status, 400, sizes);
        assert.match(errors?.[0]?.message ?? '', /costs more than 10000/);
      }
    }
  });

  it('telling briefly what is wrong, whatever was sent', async () => {
    const names = times(1000, (index) => `wrong${index}: 1`);
    const inVariables = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`wrong${index}`, 1]));
    const query = 'query ($filter: ArticleFilter) { article_list(filter: $filter) { totalCount } }';
    for (const [document, variables] of [
      [`{ article_list(filter: {${names}}) { totalCount } }`, {}],
      [`{ site { ${times(499, (index) => `wrong${index}`)} } }`, {}],
      [`{ site { ${'long'.repeat(10_000)} } }`, {}],
      [`{ site "${'long'.repeat(10_000)}" }`, {}],
      [query, { filter: inVariables }],
      [query, { filter: { wrong: 'x'.repeat(100_000) } }],
    ] as const) {
      const { status, errors, text } = await ask(nobody, document, variables);
      assert.equal(status, 400);
      assert.ok(errors?.length);
      assert.ok(text.length < 10_000, `${text.length} characters`);
    }
  });

  it('fragments in a circle, and what is no document', async () => {
    for (const query of [
      '{ site { ...A } } fragment A on Site { ...B } fragment B on Site { ...A }',
      '{ site { ...Missing } }',
      '{ site',
      '',
      'type A { b: Int }',
      '{ nonsense }',
      `{ site ${nested(3)} }`,
    ]) {
      const { status, errors, data } = await ask(nobody, query);
      assert.deepEqual([status, data], [400, undefined], query);
      assert.ok(errors?.length, query);
    }
  });

  for (const [what, body] of [
    ['a batch', [{ query: '{ site { motto } }' }]],
    ['a text', '"{ site { motto } }"'],
    ['a number as a document', { query: 1 }],
    ['variables that are a list', { query: '{ site { motto } }', variables: [] }],
    ['nothing', {}],
    ['an operation that is not there', { query: 'query A { site { motto } }', operationName: 'B' }],
    ['two operations without a name', { query: 'query A { site { motto } } query B { site { motto } }' }],
  ] as const)
    it(`${what} is refused`, async () => {
      const { status, text } = await nobody.post('/graphql', body);
      assert.equal(status, 400, text);
      assert.ok(JSON.parse(text).errors.length > 0);
    });
});

describe('the rules of GraphQL over HTTP', () => {
  const query = '{ site { motto } }';
  const asked = `/graphql?query=${encodeURIComponent(query)}`;
  for (const [accept, type] of [
    [undefined, 'application/graphql-response+json'],
    ['*/*', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['application/json', 'application/json'],
  ] as const)
    it(`answers as clients with Accept: ${accept} read`, async () => {
      const headers = accept === undefined ? {} : { accept };
      const answer = await nobody.post('/graphql', { query }, { headers });
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, `${type}; charset=utf-8`]);
      assert.deepEqual(JSON.parse(answer.text), { data: { site: { motto: 'To all' } } });
      const wrong = await nobody.post('/graphql', { query: '{ x }' }, { headers });
      assert.equal(wrong.status, accept === 'application/json' ? 200 : 400);
    });

  it('reads by GET, and writes by POST alone', async () => {
    assert.deepEqual(JSON.parse((await nobody.get(asked)).text).data, { site: { motto: 'To all' } });
    const variables = encodeURIComponent(JSON.stringify({ id: 1 }));
    const one = encodeURIComponent('query ($id: ID!) { article(id: $id) { id } }');
    const { text } = await nobody.get(`/graphql?query=${one}&variables=${variables}`);
    assert.equal(JSON.parse(text).data.article.id, '1');
    const write = encodeURIComponent('mutation { create_country(values: {name: "x"}) { id } }');
    const refused = await root.get(`/graphql?query=${write}`);
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST']);
    assert.equal((await root.list('/v1/country?filter[name][eq]=x')).length, 0);
    assert.equal((await nobody.get(`${asked}&variables=[]`)).status, 400);
  });

  it('is there on /api and /, and on no older base', async () => {
    assert.equal((await nobody.post('/api/graphql', { query })).status, 200);
    for (const base of ['/lin2', '/lin3', '/v1'])
      assert.equal((await nobody.post(`${base}/graphql`, { query })).status, 404);
  });
});
