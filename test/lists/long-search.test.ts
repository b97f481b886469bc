import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_SEARCHED_VALUES, MAX_VALUES } from '../../contract/limits.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import type { Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { keysOf } from '../support/records/api-keys.ts';

const locales = readLocales('de,sv') ?? [];
const app = await freshApp({ contentDir: 'test/content/words', locales });
const { root, nobody } = app;
const path = '/v1/word';

interface Word {
  readonly id: number;
  readonly [field: string]: unknown;
}

let ids: number[] = [];
before(async () => {
  for (const code of ['alpha', 'beta', 'gamma', 'delta', ''])
    ids.push(await root.make(path, { code, german: code, place: ids.length, parent: ids.at(-1) ?? null }));
  ids = [...ids];
});

const searched = async (body: object) => (await nobody.ask<Page<Word>>(`POST ${path}/search`, body)).body;
const codes = async (body: object) => (await searched({ sort: 'id', ...body })).items.map(({ code }) => code);

describe('a search with its parameters in the body', () => {
  const requests: [query: string, body: object][] = [
    ['', {}],
    ['count=2&sort=-id&total=true', { count: 2, sort: '-id', total: true }],
    ['page=1&count=2', { page: 1, count: 2 }],
    ['filter[code][starts]=a&fields=code', { filter: { code: { starts: 'a' } }, fields: 'code' }],
    ['filter[place][in]=1,3', { filter: { place: { in: [1, 3] } } }],
    ['filter[place][in]=1,3', { filter: { place: { in: '1,3' } } }],
    ['filter[code][null]=false', { filter: { code: { null: false } } }],
    [
      'filter[or][0][code][eq]=beta&filter[or][1][not][place][lt]=3',
      { filter: { or: [{ code: { eq: 'beta' } }, { not: { place: { lt: 3 } } }] } },
    ],
    [
      'filter[parent][code][ends]=a&expand=parent',
      { filter: { parent: { code: { ends: 'a' } } }, expand: 'parent' },
    ],
    ['sort=german&from=b&count=1', { sort: 'german', from: 'b', count: 1 }],
    ['sort=german&around=3&count=3', { sort: 'german', around: 3, count: 3 }],
    ['locale=sv&fallback=false&can=1', { locale: 'sv', fallback: false, can: '1' }],
  ];
  for (const [query, body] of requests)
    it(`answers as the list does: ${JSON.stringify(body)}`, async () => {
      const answer = await nobody.ask(`POST ${path}/search`, body);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, await nobody.read(`${path}?${query}`));
    });

  it('goes on by the position of either', async () => {
    const first = await searched({ sort: 'german', count: 2 });
    const next = await searched({ sort: 'german', count: 2, after: first.next });
    const listed = await nobody.read<Page<Word>>(`${path}?sort=german&count=2&after=${first.next}`);
    assert.deepEqual(next, listed);
    assert.equal(next.items.length, 2);
  });

  it('needs no body', async () => {
    const answer = await app.server.app.inject({ method: 'POST', url: `${path}/search` });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().items.length, 5);
  });
});

describe('a long list of values', () => {
  const long = (count: number, first: unknown) => [
    first,
    ...Array.from({ length: count - 1 }, (_, at) => 900_000 + at),
  ];

  for (const count of [MAX_VALUES + 1, MAX_SEARCHED_VALUES])
    it(`may have ${count} values in a body`, async () => {
      const [first = 0] = ids;
      assert.deepEqual(await codes({ filter: { id: { in: long(count, first) } } }), ['alpha']);
      assert.deepEqual(await codes({ filter: { id: { nin: long(count, first) } } }), [
        'beta',
        'gamma',
        'delta',
        '',
      ]);
      assert.deepEqual(await codes({ filter: { code: { in: long(count, 'gamma') } } }), ['gamma']);
      assert.deepEqual(await codes({ filter: { code: { nin: long(count, 'gamma') } } }), [
        ...['alpha', 'beta', 'delta', ''],
      ]);
      assert.deepEqual(await codes({ filter: { parent: { place: { in: long(count, 2) } } } }), ['delta']);
      assert.deepEqual(await codes({ filter: { not: { parent: { id: { in: long(count, first) } } } } }), [
        ...['alpha', 'gamma', 'delta', ''],
      ]);
    });

  it('is counted too', async () => {
    for (const total of [true, false]) {
      const wanted = { id: { in: [...ids, ...long(MAX_VALUES, 900_000)] } };
      const page = await searched({ filter: wanted, count: 1, total });
      assert.deepEqual([page.items.length, page.total], [1, 5]);
    }
  });

  it('finds whole numbers of 64 bits exactly', async () => {
    const text = `{"filter":{"id":{"in":[9223372036854775807,${ids[1]}]}},"fields":"code"}`;
    const answer = await app.server.app.inject({
      method: 'POST',
      url: `${path}/search`,
      payload: text,
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual(answer.json().items, [{ id: ids[1], code: 'beta' }]);
  });

  it('may be empty: then in finds nothing, and nin everything', async () => {
    assert.deepEqual(await codes({ filter: { code: { in: [] } } }), []);
    assert.equal((await codes({ filter: { code: { nin: [] } } })).length, 5);
    assert.deepEqual(await codes({ filter: { or: [] } }), []);
    assert.equal((await codes({ filter: { and: [] } })).length, 5);
  });

  it('is refused by name beyond that, and in an address earlier', async () => {
    const { status, body } = await nobody.ask(`POST ${path}/search`, {
      filter: { id: { in: long(MAX_SEARCHED_VALUES + 1, 1) } },
    });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /filter\.id\.in.*10000/);
    const query = `filter[place][in]=${long(MAX_VALUES + 1, 1).join()}`;
    assert.equal((await nobody.get(`${path}?${query}`)).status, 400);
  });
});

describe('a search by a body that is wrong', () => {
  const bodies: [what: string, body: unknown, named: RegExp][] = [
    ['an unknown parameter', { fliter: {} }, /fliter/],
    ['a filter that is a text', { filter: '{}' }, /filter/],
    ['a filter that is a list', { filter: [] }, /filter/],
    ['a null', { filter: { code: { eq: null } } }, /filter/],
    ['an unknown field', { filter: { cod: { eq: 'x' } } }, /filter\.cod/],
    ['an unknown operator', { filter: { code: { is: 'x' } } }, /filter\.code\.is/],
    ['a NUL', { q: 'a\0' }, /q/],
    ['a NUL in a value', { filter: { code: { eq: 'a\0' } } }, /filter/],
    ['a count that is too large', { count: 1001 }, /count/],
    ['a count that is a text', { count: '5' }, /count/],
    ['a moment', { as_of: 5 }, /as_of/],
    ['a list', [], /./],
    ['101 conditions', { filter: { or: Array(101).fill({ code: { eq: 'x' } }) } }, /100/],
    ['nine texts', { filter: { or: Array(9).fill({ code: { ends: 'x' } }) } }, /8/],
  ];
  for (const [what, body, named] of bodies)
    it(`is refused: ${what}`, async () => {
      const { status, text } = await nobody.ask(`POST ${path}/search`, body);
      assert.ok(status === 400 || status === 422, `${status} ${text}`);
      assert.match(text, named);
    });
});

describe('who may search by a body', () => {
  it('is who may list: also with a key that only reads, and nothing is logged', async () => {
    const program = await keysOf(app).program({ read_only: true });
    assert.equal((await program.ask(`POST ${path}/search`, { count: 1 })).status, 200);
    assert.notEqual((await program.ask(`POST ${path}`, { code: 'x' })).status, 200);
    const log = await root.read<{ items: readonly object[] }>('/cms/log/search?keyword=search&count=5');
    assert.deepEqual(log.items, []);
  });

  it('takes no Idempotency-Key, and writes nothing', async () => {
    const refused = await root.post(`${path}/search`, {}, { headers: { 'idempotency-key': 'a' } });
    assert.equal(refused.status, 400);
    assert.equal((await searched({})).items.length, 5);
  });
});
