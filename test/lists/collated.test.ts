import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sortKey } from '../../server/definitions/collation/sort-key.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import { fitIndexes } from '../../server/records/lists/index-fit.ts';
import { always } from '../../server/records/query/conditions/condition.ts';
import { readSort } from '../../server/records/query/sort.ts';
import { authorsRights } from '../../server/records/rights.ts';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import type { Groups, Page } from '../support/bodies.ts';
import { codePoint } from '../support/code-point.ts';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const locales = readLocales('de,sv,fr>sv') ?? [];
const app = await freshApp({ contentDir: 'test/content/words', locales });
const { root } = app;
const own = new RecordsScope(app.server.store.placeOf(systemContext('test'))).records;
const path = '/v1/word';

interface Word {
  readonly id: number;
  readonly [field: string]: unknown;
}

const WORDS = [
  ...['Zoë', 'zoo', 'Ångström', 'ångström', 'Apfel', 'apfel', 'Äpfel', 'öl', 'Öl', 'oel', 'Ole', 'straße'],
  ...['strasse', 'Straßen', 'étude', 'etude', 'Etude', 'cote', 'côte', 'coté', 'côté', 'a10', 'a2', 'a 2'],
  ...['北京', '上海', '中国', '', '_x', '-x', '😀', '10', '9', "o'clock", 'oclock', 'a\\b', 'Æsir', 'aesir'],
];
const TAGS: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  swedish: 'sv',
  chinese: 'zh',
  numbered: 'en-u-kn',
};

/** Keys compare by code point, which the bytes of UTF-8 do as well. */
const inOrder = (tag: string, words: readonly string[]) =>
  [...words.entries()]
    .map(([place, word]) => ({ place, word, key: Buffer.from(sortKey(tag, word)) }))
    .sort((one, other) => Buffer.compare(one.key, other.key) || one.place - other.place)
    .map(({ word }) => word);
const shown = async (query: string, field: string) =>
  (await root.list<Word>(`${path}?${query.includes('count=') ? '' : 'count=100&'}${query}`)).map(
    (record) => record[field],
  );

before(async () => {
  for (const word of WORDS) {
    const each = Object.fromEntries(Object.keys(TAGS).map((field) => [field, word]));
    await root.make(path, { code: word, ...each });
  }
});

describe('a list sorted by a text with a collation', () => {
  for (const [field, tag] of Object.entries(TAGS)) {
    it(`has the order of readers in ${tag}, and backwards`, async () => {
      const wanted = inOrder(tag, WORDS);
      assert.deepEqual(await shown(`sort=${field}`, field), wanted);
      assert.deepEqual(await shown(`sort=-${field},-id`, field), wanted.toReversed());
    });

    it(`has the exact order in ${tag} where it is asked for`, async () => {
      const exact = await shown('sort=code', 'code');
      assert.deepEqual(await shown(`sort=${field}.exact`, field), exact);
      assert.deepEqual(await shown(`sort=-${field}.exact`, field), exact.toReversed());
    });

    it(`is read page by page in ${tag}, in both directions`, async () => {
      const seen: unknown[] = [];
      let next = '';
      let last: Page<Word> | undefined;
      for (let page = 0; page < WORDS.length; page += 1) {
        last = await root.read<Page<Word>>(`${path}?sort=${field}&count=5&fields=${field}${next}`);
        seen.push(...last.items.map((record) => record[field]));
        for (const record of last.items) assert.deepEqual(Object.keys(record).sort(), [field, 'id'].sort());
        if (last.next === null) break;
        next = `&after=${last.next}`;
      }
      const wanted = inOrder(tag, WORDS);
      assert.deepEqual(seen, wanted);
      const before = await root.read<Page<Word>>(`${path}?sort=${field}&count=5&before=${last?.previous}`);
      const size = last?.items.length ?? 0;
      assert.deepEqual(
        before.items.map((record) => record[field]),
        wanted.slice(-5 - size, -size),
      );
    });
  }

  it('begins at the place of a value, held or not', async () => {
    const from = async (value: string, order = 'german') =>
      (await shown(`sort=${order}&from=${encodeURIComponent(value)}&count=1`, 'german'))[0];
    assert.equal(await from('apf'), 'apfel');
    assert.equal(await from('Apfel'), 'Apfel');
    assert.equal(await from('ANG'), 'ångström');
    assert.equal(await from('äpfel', '-german'), 'Apfel', 'no record has the small letter');
    assert.equal(await from('P'), 'strasse');
  });

  it('shows the records around one', async () => {
    const [record] = await root.list<Word>(`${path}?filter[code][eq]=Äpfel`);
    assert.deepEqual(await shown(`sort=german&around=${record?.id}&count=3`, 'german'), [
      'Apfel',
      'Äpfel',
      'cote',
    ]);
  });

  it('follows a change of the text', async () => {
    const id = await root.make(path, { code: 'moved', english: 'zz' });
    const last = async () => (await shown('sort=-english&count=1', 'code'))[0];
    assert.equal((await shown('sort=english&filter[code][eq]=moved', 'code')).length, 1);
    await root.done(`PATCH ${path}/${id}`, { english: 'aaa' });
    assert.notEqual(await last(), 'moved');
    await root.done(`PUT ${path}/${id}`, { code: 'moved', english: 'Žž' });
    assert.deepEqual(await shown('sort=-english&from=zzz&count=2', 'code'), ['moved', 'zoo']);
    await root.done(`PATCH ${path}/${id}`, { english: null });
    assert.equal((await shown('sort=english&count=1', 'code'))[0], 'moved', 'null comes first');
    await root.done(`DELETE ${path}/${id}`);
    await root.done(`POST ${path}/trash/${id}/restore`);
    assert.equal((await shown('sort=english&count=1', 'code'))[0], 'moved');
    await root.done(`DELETE ${path}/${id}`);
  });

  it('does not group by it, compare by it or show what it sorts by', async () => {
    const { items } = await root.read<Groups>(`${path}/aggregate?group=english&count=100`);
    const exact = WORDS.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    assert.deepEqual(
      items.map(({ group }) => group.english),
      exact,
    );
    const above = await shown('sort=english&filter[english][gt]=z', 'english');
    assert.ok(above.includes('étude') && !above.includes('Zoë'), 'a comparison is exact');
    const text =
      JSON.stringify(await root.read(`${path}?count=100`)) + JSON.stringify(await root.read('/openapi.json'));
    assert.ok(!text.includes('english-key'), 'no answer names the column');
    for (const name of ['english-key', 'english.sort', 'code.exact', 'english.exact.exact', 'place.exact'])
      assert.equal((await root.ask(`GET ${path}?sort=${name}`)).status, 400, name);
    assert.equal((await root.ask(`GET ${path}?filter[english-key][eq]=x`)).status, 400);
    assert.equal((await root.ask(`POST ${path}`, { 'english-key': 'x' })).status, 400);
  });
});

describe('any texts', () => {
  const unit = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'aAäÄåÅéEßsSzZ09 -_.北上가あ') },
    { weight: 1, arbitrary: codePoint.filter((one) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(one)) },
  );
  const words = fc.sample(
    fc.array(unit, { maxLength: 12 }).map((all) => all.join('')),
    { numRuns: 120 },
  );

  it('have the order of their sort keys on every engine, and pages lose none', async () => {
    const items = words.map((word) => ({
      action: 'create',
      values: { code: 'any', swedish: word, chinese: word },
    }));
    await root.done(`POST ${path}/bulk`, { items });
    const made = await root.list<Word>(
      `${path}?filter[code][eq]=any&count=200&sort=id&fields=swedish,chinese`,
    );
    assert.equal(made.length, words.length);
    for (const [field, tag] of [
      ['swedish', 'sv'],
      ['chinese', 'zh'],
    ] as const) {
      const wanted = inOrder(
        tag,
        made.map((record) => String(record[field])),
      );
      const query = `filter[code][eq]=any&sort=${field}&fields=${field}`;
      assert.deepEqual(await shown(`${query}&count=200`, field), wanted);
      const seen: unknown[] = [];
      for (let after = '', page = 0; page <= words.length / 7 + 1; page += 1) {
        const { items: records, next } = await root.read<Page<Word>>(`${path}?${query}&count=7${after}`);
        seen.push(...records.map((record) => record[field]));
        if (next === null) break;
        after = `&after=${next}`;
      }
      assert.deepEqual(seen, wanted);
    }
    await root.done(`POST ${path}/bulk`, { items: made.map(({ id }) => ({ action: 'delete', id })) });
  });
});

describe('all ways in which records are written', () => {
  const sorted = (mark: string, order = 'swedish') =>
    shown(`sort=${order}&filter[code][eq]=${mark}`, 'swedish');
  const WANTED = ['zebra', 'ål', 'Ål', 'öga'];
  const given = ['Ål', 'öga', 'zebra', 'ål'];

  it('fill what lists are sorted by: bulk, upserts, imports and changes by filter', async () => {
    const bulk = given.map((swedish) => ({ action: 'create', values: { code: 'bulk', swedish } }));
    await root.done(`POST ${path}/bulk`, { items: bulk });
    assert.deepEqual(await sorted('bulk'), WANTED);

    for (const [index, swedish] of given.entries())
      await root.done(`PUT ${path}?by=numbered`, { code: 'upsert', swedish, numbered: `upsert ${index}` });
    assert.deepEqual(await sorted('upsert'), WANTED);

    const { run } = importsInto(app, path);
    const { created } = await run('', `code,swedish\n${given.map((word) => `import,${word}`).join('\n')}\n`);
    assert.equal(created, 4);
    assert.deepEqual(await sorted('import'), WANTED);
  });

  it('fill it through references, and for records without a value', async () => {
    const parents = await Promise.all(given.map((swedish) => root.make(path, { code: 'parent', swedish })));
    for (const parent of parents) await root.make(path, { code: 'child', parent });
    await root.make(path, { code: 'child' });
    const children = await root.list<Word & { expanded: { parent: Word | null } }>(
      `${path}?filter[code][eq]=child&sort=parent.swedish&expand=parent`,
    );
    assert.deepEqual(
      children.map(({ expanded }) => expanded.parent?.swedish),
      [undefined, ...WANTED],
    );
    const exact = await root.list<Word & { expanded: { parent: Word | null } }>(
      `${path}?filter[code][eq]=child&sort=parent.swedish.exact&expand=parent&count=3`,
    );
    assert.deepEqual(
      exact.map(({ expanded }) => expanded.parent?.swedish),
      [undefined, 'zebra', 'Ål'],
    );
    const page = await root.read<Page<Word>>(
      `${path}?filter[code][eq]=child&sort=parent.swedish&count=2&fields=id`,
    );
    assert.equal(
      (await shown(`filter[code][eq]=child&sort=parent.swedish&after=${page.next}`, 'id')).length,
      3,
    );
  });

  it('are read in this order by own code, page by page or at once', async () => {
    const where = { code: 'bulk' };
    const paged: unknown[] = [];
    let after: string | null | undefined;
    while (after !== null && paged.length <= WANTED.length) {
      const { records, next } = await own.page('word', { where, sort: 'swedish', size: 1, after });
      for (const record of records) assert.ok(!Object.keys(record).some((name) => name.includes('-')));
      paged.push(...records.map(({ swedish }) => swedish));
      after = next;
    }
    assert.deepEqual(paged, WANTED);
    const all = await own.where('word', where, { sort: '-swedish' });
    assert.deepEqual(
      all.map(({ swedish }) => swedish),
      WANTED.toReversed(),
    );
  });

  it('are expanded in this order along a way back', async () => {
    const parent = await root.make(path, { code: 'above' });
    for (const swedish of given) await root.make(path, { code: 'below', swedish, parent });
    const record = await root.read<{ expanded: { children: Word[] } }>(`${path}/${parent}?expand=children`);
    assert.deepEqual(
      record.expanded.children.map(({ swedish }) => swedish),
      WANTED.toReversed(),
    );
  });

  it('are exported in this order', async () => {
    const { text } = await root.ask(
      `GET ${path}/export?format=csv&fields=swedish&sort=swedish&filter[code][eq]=bulk`,
    );
    assert.deepEqual(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').at(-1)),
      WANTED,
    );
  });
});

describe('a localised text with a collation', () => {
  before(async () => {
    const texts = [
      { de: 'Zebra', sv: 'öga' },
      { de: 'Äpfel', sv: 'zebra' },
      { de: 'Apfel', sv: 'Ål' },
      { de: 'Birne' },
    ];
    for (const everywhere of texts) await root.make(path, { code: 'local', everywhere });
  });

  const lists: [query: string, wanted: readonly unknown[]][] = [
    ['sort=everywhere', ['Apfel', 'Äpfel', 'Birne', 'Zebra']],
    ['sort=everywhere&locale=sv&fallback=false', [null, 'zebra', 'Ål', 'öga']],
    ['sort=-everywhere&locale=sv&fallback=false', ['öga', 'Ål', 'zebra', null]],
    ['sort=everywhere&locale=sv', ['Birne', 'zebra', 'Ål', 'öga']],
    ['sort=everywhere&locale=fr', ['Birne', 'zebra', 'Ål', 'öga']],
    ['sort=everywhere__sv&locale=sv', ['Birne', 'zebra', 'Ål', 'öga']],
    ['sort=everywhere.exact', ['Apfel', 'Birne', 'Zebra', 'Äpfel']],
    ['sort=everywhere.exact&locale=sv', ['Birne', 'zebra', 'Ål', 'öga']],
  ];
  for (const [query, wanted] of lists)
    it(`has the order of each language: ${query}`, async () => {
      assert.deepEqual(await shown(`${query}&filter[code][eq]=local`, 'everywhere'), wanted);
      const seen: unknown[] = [];
      let after = '';
      for (let page = 0; page < wanted.length; page += 1) {
        const { items, next } = await root.read<Page<Word>>(
          `${path}?${query}&filter[code][eq]=local&count=1${after}`,
        );
        seen.push(...items.map((record) => record.everywhere));
        after = `&after=${next}`;
      }
      assert.deepEqual(seen, wanted);
    });
});

describe('an index over a text with a collation', () => {
  const { catalogue } = app.server.store;
  for (const [field, isQuick] of [
    ['english', true],
    ['english.exact', true],
    ['numbered', true],
    ['german', false],
    ['code', false],
  ] as const)
    it(`${isQuick ? 'serves' : 'is missing for'} a list sorted by ${field}`, () => {
      const definition = catalogue.get('word');
      const sort = readSort({ definition, rights: authorsRights }, field);
      const { isQuick: quick, advice } = fitIndexes(catalogue, definition, always, sort);
      assert.equal(quick, isQuick);
      assert.deepEqual(
        advice.map(({ line }) => /\[\[.*/.exec(line)?.[0]),
        isQuick ? [] : [`[['${field}']]`],
      );
    });
});
