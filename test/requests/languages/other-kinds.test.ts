import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';
import { image, upload } from '../../support/records/uploads.ts';

const locales = readLocales('zh,en>de,de') ?? [];
const app = await freshApp({ contentDir: 'test/content/leaflet', locales });
const plain = await freshApp({ contentDir: 'test/content/leaflet' });
const { root } = app;
const path = '/v1/leaflet';

type AnyRecord = Record<string, unknown> & { readonly id: number };
/** What a record holds in the default language while nothing was sent. */
const NOTHING = {
  pages: null,
  copies: null,
  price: null,
  printed: null,
  issued: null,
  shown_at: null,
  layout: null,
  contact: null,
  tone: null,
  next: null,
  topics: [],
  cover: null,
  pictures: [],
  office: null,
  links: [],
  parts: [],
};
type Kind = keyof typeof NOTHING;
const KINDS = Object.keys(NOTHING) as Kind[];
/** Two values of each kind. */
const one: Record<string, unknown> = {};
const other: Record<string, unknown> = {};
const subjects: number[] = [];

before(async () => {
  for (const name of ['A', 'B', 'C']) subjects.push(await root.make('/v1/subject', { name }));
  const leaflets = [await root.make(path, { code: 'one' }), await root.make(path, { code: 'two' })];
  const files = await upload(
    app,
    root.access,
    { key: 'a', name: 'a.png', bytes: await image('png', 20, 10) },
    { key: 'b', name: 'b.png', bytes: await image('png', 30, 10) },
  );
  const [a, b, c] = subjects;
  const [left, right] = files.map(({ id }) => id);
  const quote = { type: 'quote', words: 'x' };
  const hint = { type: 'hint', subject: c, tone: 'low' };
  Object.assign(one, { tone: 'formal', next: leaflets[0], topics: [a, b], cover: left, pictures: [left] });
  Object.assign(one, { pages: 8, copies: 9007199254740991, price: '1.50', printed: true });
  Object.assign(one, { issued: '2026-05-17', shown_at: Date.UTC(2026, 4, 17), layout: { wide: [1, null] } });
  Object.assign(one, { contact: 'a@press.example' });
  Object.assign(other, { pages: 12, copies: 3, price: '20.00', printed: false });
  Object.assign(other, { issued: '2025-01-02', shown_at: Date.UTC(2025, 0, 2), layout: ['x', { deep: {} }] });
  Object.assign(other, { contact: 'b@press.example' });
  Object.assign(one, { office: { street: 'Long Road', chief: a }, links: ['x', 'y'], parts: [quote] });
  Object.assign(other, {
    tone: 'casual',
    next: leaflets[1],
    topics: [c],
    cover: right,
    pictures: [right, left],
  });
  Object.assign(other, { office: { street: 'Hohe Gasse', chief: b }, links: ['z'], parts: [hint, quote] });
});

const inEach = (values: (kind: Kind) => object) =>
  Object.fromEntries(KINDS.map((kind) => [kind, values(kind)]));
const make = (values: (kind: Kind) => object) => root.make(path, { code: 'x', ...inEach(values) });
const read = (id: number, query: string) => root.read<AnyRecord>(`${path}/${id}?${query}`);
const found = async (query: string) =>
  (await root.list<AnyRecord>(`${path}?${query}&count=100`)).map(({ id }) => id);

describe('a localised field that holds no text', () => {
  let id: number;
  before(async () => {
    id = await make((kind) => ({ zh: one[kind], de: other[kind] }));
  });

  const forms: [query: string, wanted: (kind: Kind) => unknown][] = [
    ['', (kind) => one[kind]],
    ['locale=zh', (kind) => one[kind]],
    ['locale=en', (kind) => other[kind]],
    ['locale=en&fallback=false', () => null],
    ['locale=de', (kind) => other[kind]],
    ['locale=de,en', (kind) => ({ de: other[kind], en: null })],
    ['locale=all', (kind) => ({ zh: one[kind], en: null, de: other[kind] })],
  ];
  for (const [query, wanted] of forms)
    it(`is read with '${query}' alike by id, in lists, in the past and expanded`, async () => {
      const now = Date.now();
      const holder = await root.make(path, { code: 'holder', next: id });
      const [expanded] = await root.list<{ expanded: { next: AnyRecord } }>(
        `${path}?${query}&expand=next&filter[id][eq]=${holder}&fields=next`,
      );
      const records = [
        await read(id, query),
        await read(id, `${query}&as_of=${now}`),
        await read(id, `${query}&fields=${KINDS}`),
        ...(await root.list<AnyRecord>(`${path}?${query}&filter[id][eq]=${id}`)),
        ...(await root.list<AnyRecord>(`${path}?${query}&as_of=${now}`)).filter((record) => record.id === id),
        ...(expanded?.expanded.next ? [expanded.expanded.next] : []),
      ];
      assert.ok(records.length >= 5);
      for (const record of records)
        for (const kind of KINDS) assert.deepEqual(record[kind], wanted(kind), kind);
    });

  it('keeps its other languages when one is written', async () => {
    const own = await make((kind) => ({ zh: one[kind] }));
    const steps: [request: string, values: (kind: Kind) => unknown, wanted: (kind: Kind) => object][] = [
      ['PATCH ?locale=en', (kind) => other[kind], (kind) => ({ zh: one[kind], en: other[kind], de: null })],
      ['PATCH', (kind) => other[kind], (kind) => ({ zh: other[kind], en: other[kind], de: null })],
      [
        'PATCH',
        (kind) => ({ de: one[kind] }),
        (kind) => ({ zh: other[kind], en: other[kind], de: one[kind] }),
      ],
      ['PATCH ?locale=de', () => null, (kind) => ({ zh: other[kind], en: other[kind], de: null })],
      ['PATCH', () => ({ en: null }), (kind) => ({ zh: other[kind], en: null, de: null })],
      ['PATCH ?locale=zh', () => undefined, (kind) => ({ zh: other[kind], en: null, de: null })],
    ];
    for (const [request, values, wanted] of steps) {
      const [method, query = ''] = request.split(' ');
      const sent = Object.fromEntries(KINDS.map((kind) => [kind, values(kind)]));
      await root.done(`${method} ${path}/${own}${query}`, sent);
      const record = await read(own, 'locale=all');
      for (const kind of KINDS) assert.deepEqual(record[kind], wanted(kind), `${request} ${kind}`);
    }
    await root.done(`PUT ${path}/${own}?locale=all`, { code: 'x' });
    const record = await read(own, 'locale=all');
    for (const kind of KINDS) assert.deepEqual(record[kind], { zh: NOTHING[kind], en: null, de: null }, kind);
  });

  it('is written back as it was read, in one language and in all', async () => {
    for (const query of ['?locale=de', '?locale=all']) {
      const before = await read(id, query.slice(1));
      await root.done(`PUT ${path}/${id}${query}`, before);
      const { update_time: _, ...after } = await read(id, query.slice(1));
      assert.partialDeepStrictEqual(before, after);
    }
  });

  const refused: [kind: Kind, value: unknown, place: string][] = [
    ['tone', { de: 'loud' }, 'tone__de'],
    ['pages', { de: 901 }, 'pages__de'],
    ['pages', { fr: 1 }, 'pages.fr'],
    ['price', { en: '1.505' }, 'price__en'],
    ['printed', { de: 'yes' }, 'printed__de'],
    ['issued', { de: '2026-02-30' }, 'issued__de'],
    ['shown_at', { en: 'soon' }, 'shown_at__en'],
    ['layout', { de: { de: 1 } }, 'layout__de'],
    ['layout', { wide: 1, de: 2 }, 'layout.wide'],
    ['contact', { de: 'nobody' }, 'contact__de'],
    ['next', { fr: 1 }, 'next.fr'],
    ['topics', { de: [0] }, 'topics__de'],
    ['topics', { en: 5 }, 'topics__en'],
    ['cover', { de: 999_999 }, 'cover__de'],
    ['office', { de: { street: '' } }, 'office__de.street'],
    ['office', { street: 'x', fr: {} }, 'office.fr'],
    ['office', { de: { street: 'x' }, street: 'y' }, 'office.street'],
    ['links', { de: ['x', null] }, 'links__de.1'],
    ['parts', { de: [{ type: 'none' }] }, 'parts__de.0.type'],
    ['parts', { de: { type: 'quote' } }, 'parts__de'],
  ];
  for (const [kind, value, place] of refused)
    it(`is refused as ${JSON.stringify({ [kind]: value })}, naming '${place}'`, async () => {
      const { status, body } = await root.post<{ fields: object }>(path, { code: 'x', [kind]: value });
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(Object.keys(body.fields), [place]);
    });

  it('is filtered by what is shown', async () => {
    const [a, b, c] = subjects;
    // zh: one, de: other. English is read as German, then as Chinese.
    const filters: [query: string, isFound: boolean][] = [
      ['filter[tone][eq]=formal', true],
      ['locale=en&filter[tone][eq]=formal', false],
      ['locale=en&filter[tone][in]=casual,plain', true],
      ['filter[pages][gt]=8', false],
      ['locale=en&filter[pages][gt]=8', true],
      ['locale=en&fallback=false&filter[pages][null]=true', true],
      ['locale=en&filter[pages][ne]=12', false],
      ['filter[pages__de][eq]=12', true],
      ['locale=de&filter[copies][in]=3,4', true],
      ['filter[copies][eq]=9007199254740991', true],
      ['locale=de&filter[price][gte]=20', true],
      ['filter[price][lt]=1.505', true],
      ['filter[printed][eq]=true', true],
      ['locale=en&filter[printed][eq]=true', false],
      ['locale=en&filter[printed][ne]=true', true],
      ['locale=en&filter[issued][starts]=2025', true],
      ['locale=de&filter[shown_at][lt]=now', true],
      ['locale=de&filter[shown_at][gte]=1767225600000', false],
      ['locale=de&filter[layout][null]=false', true],
      ['filter[layout__en][null]=true', true],
      ['locale=en&filter[contact][eq]=B@press.example', false],
      ['locale=en&filter[contact][ends]=@press.example', true],
      ['locale=en&filter[tone__en][null]=true', true],
      [`locale=en&filter[next][eq]=${other.next}`, true],
      [`locale=zh&filter[next][eq]=${other.next}`, false],
      ['locale=de&filter[next][code][eq]=two', true],
      ['locale=de&filter[next][code][eq]=one', false],
      ['locale=de&fallback=false&filter[next][code][eq]=two', true],
      ['locale=en&fallback=false&filter[next][code][eq]=two', false],
      [`locale=en&filter[topics][eq]=${c}`, true],
      [`locale=en&filter[topics][eq]=${a}`, false],
      [`locale=en&filter[topics][ne]=${a}`, true],
      [`locale=en&filter[topics][ne]=${c}`, false],
      [`filter[topics][name][eq]=B`, true],
      [`locale=de&filter[topics][name][eq]=B`, false],
      [`filter[topics__de][eq]=${c}`, true],
      [`locale=en&filter[cover][eq]=${other.cover}`, true],
      ['locale=en&filter[cover][width][eq]=30', true],
      [`locale=en&filter[pictures][eq]=${one.cover}`, true],
      ['locale=en&filter[office][street][eq]=Hohe Gasse', true],
      ['locale=en&filter[office][street][eq]=Long Road', false],
      ['locale=en&filter[office][street][ne]=Long Road', true],
      [`locale=en&filter[office][chief][name][eq]=B`, true],
      ['locale=en&filter[links][eq]=z', true],
      ['locale=en&filter[links][eq]=x', false],
      ['filter[links__de][eq]=z', true],
      ['filter[links__de][null]=false', true],
      ['filter[links__en][null]=true', true],
      ['filter[links__en][null]=false', false],
      ['locale=en&filter[topics][null]=false', true],
      ['filter[topics__en][null]=true', true],
      ['locale=en&filter[parts][type][eq]=hint', true],
      ['filter[parts][type][eq]=hint', false],
      ['locale=de&filter[parts][hint][subject][name][eq]=C', true],
      ['locale=de&filter[not][parts][hint][tone][eq]=low', false],
      ['missing=en', true],
      ['missing=de', false],
      ['locale=de,zh&filter[tone][eq]=casual', true],
      ['locale=zh,de&filter[tone][eq]=casual', false],
      [`locale=de,zh&filter[topics][eq]=${b}`, false],
    ];
    for (const [query, isFound] of filters)
      assert.equal((await found(`${query}&filter[code][eq]=x`)).includes(id), isFound, query);
  });

  it('falls back for an opposite where no language holds anything', async () => {
    const empty = await root.make(path, { code: 'empty' });
    for (const filter of [
      'office][street][ne]=Long Road',
      'topics][ne]=999',
      'links][ne]=x',
      'tone][ne]=plain',
    ])
      assert.deepEqual(await found(`locale=en&filter[${filter}&filter[code][eq]=empty`), [empty], filter);
  });

  it('is sorted by, and through, as it is shown', async () => {
    const [a, b] = [
      await root.make(path, { code: 's', tone: 'plain' }),
      await root.make(path, { code: 's' }),
    ];
    const [first, last] = [await root.make(path, { code: 'aaa' }), await root.make(path, { code: 'zzz' })];
    await root.done(`PATCH ${path}/${a}`, { next: { zh: first, de: last }, tone: { de: 'casual' } });
    await root.done(`PATCH ${path}/${b}`, { next: { zh: last, de: first }, tone: { zh: 'formal' } });
    const values = [
      { pages: 1, price: '1', issued: '2026-01-31', shown_at: 0, printed: false },
      { pages: 2, price: '2', issued: '2026-02-01', shown_at: Date.UTC(2026), printed: true },
    ] as const;
    const swapped = (place: 0 | 1) =>
      Object.fromEntries(
        Object.entries(values[place]).map(([name, value]) => [
          name,
          { zh: value, de: values[1 - place]?.[name as 'pages'] },
        ]),
      );
    await root.done(`PATCH ${path}/${a}`, swapped(0));
    await root.done(`PATCH ${path}/${b}`, swapped(1));
    for (const [query, wanted] of [
      ['sort=next.code', [a, b]],
      ['locale=en&sort=next.code', [b, a]],
      ['locale=de&sort=-next.code', [a, b]],
      ['sort=tone', [b, a]],
      ['locale=en&sort=tone', [a, b]],
      ['sort=pages', [a, b]],
      ['locale=en&sort=pages', [b, a]],
      ['sort=-price', [b, a]],
      ['locale=de&sort=-price', [a, b]],
      ['sort=issued.month', [a, b]],
      ['locale=de&sort=issued.month', [b, a]],
      ['locale=en&sort=shown_at.year', [b, a]],
      ['sort=printed', [a, b]],
      ['locale=de&sort=printed', [b, a]],
    ] as const)
      assert.deepEqual(await found(`${query}&filter[code][eq]=s`), wanted, query);
  });

  const expansions: [query: string, field: string, wanted: () => unknown][] = [
    ['', 'next', () => ({ code: 'one' })],
    ['locale=en', 'next', () => ({ code: 'two' })],
    ['locale=en&fallback=false', 'next', () => null],
    ['locale=de,zh', 'next', () => ({ code: 'two' })],
    ['locale=all', 'next__de', () => ({ code: 'two' })],
    ['locale=en', 'topics', () => [{ name: 'C' }]],
    ['', 'topics', () => [{ name: 'A' }, { name: 'B' }]],
    ['locale=en', 'cover', () => ({ width: 30 })],
    ['locale=de', 'pictures', () => [{ width: 30 }, { width: 20 }]],
    ['locale=de', 'office.chief', () => [{ name: 'B' }]],
    ['', 'office.chief', () => [{ name: 'A' }]],
    ['locale=de,zh', 'parts.hint.subject', () => [{ name: 'C' }]],
    ['locale=en', 'parts.hint.subject', () => [{ name: 'C' }]],
  ];
  for (const [query, field, wanted] of expansions)
    it(`is expanded with '${query}' from ${field}`, async () => {
      type Expanded = { expanded: Record<string, object> };
      const one = await root.read<Expanded>(`${path}/${id}?${query}&expand=${field}`);
      const [listed] = await root.list<Expanded>(`${path}?${query}&expand=${field}&filter[id][eq]=${id}`);
      for (const record of [one, listed])
        assert.partialDeepStrictEqual(record?.expanded, { [field]: wanted() } as Record<string, object>);
    });

  it('loses a deleted target in each language, and is undone alone', async () => {
    const gone = await root.make('/v1/subject', { name: 'gone' });
    const own = await root.make(path, { code: 'own', topics: { zh: [subjects[0], gone], de: [gone] } });
    await root.done(`DELETE /v1/subject/${gone}`);
    const [detached] = await root.list<AnyRecord>(`${path}/${own}/history`);
    assert.deepEqual((await read(own, 'locale=all')).topics, { zh: [subjects[0]], en: null, de: [] });
    await root.done(`PATCH ${path}/${own}`, { links: { de: ['later'] } });
    const [entry] = await root.list<{ changes: object }>(`${path}/${own}/history`);
    assert.deepEqual(entry?.changes, { links__de: { before: null, after: ['later'] } });
    assert.equal((await root.post(`${path}/${own}/history/${detached?.id}/restore`)).status, 200);
    assert.deepEqual((await read(own, 'locale=all')).links, { zh: [], en: null, de: null });
  });

  it('goes out and comes in as files, a column for each language', async () => {
    const transfers = importsInto(app, path);
    const csv = await transfers.exported(`filter[id][eq]=${id}`);
    const [head = '', line = ''] = csv.split('\r\n');
    for (const name of ['tone', 'tone__de', 'links__en', 'office__de'])
      assert.ok(head.split(',').includes(name));
    const renamed = `${head}\r\n${line.replace(/^\d+,x,/, ',copy,')}\r\n`;
    assert.partialDeepStrictEqual(await transfers.run('', renamed), { created: 1, refused: 0 });
    const [copy] = await root.list<AnyRecord>(`${path}?locale=all&filter[code][eq]=copy`);
    for (const kind of KINDS)
      assert.deepEqual(copy?.[kind], { zh: one[kind], en: null, de: other[kind] }, kind);
    const json = JSON.stringify({
      code: 'in',
      office: { de: other.office },
      links: { en: ['q'] },
      tone: 'plain',
    });
    assert.partialDeepStrictEqual(await transfers.run('format=jsonl', json), { created: 1, refused: 0 });
    const [record] = await root.list<AnyRecord>(`${path}?locale=all&filter[code][eq]=in`);
    assert.deepEqual(record?.office, { zh: null, en: null, de: other.office });
    assert.deepEqual(record?.links, { zh: [], en: ['q'], de: null });
  });

  it('is described with both forms', async () => {
    const { paths } = await root.read<{ paths: Record<string, object> }>('/openapi.json');
    const text = JSON.stringify(paths[path]);
    assert.ok(text.includes('"anyOf"') && !text.includes('isByLanguage'));
  });
});

describe('without LOCALES', () => {
  it('it is like any other field', async () => {
    const own = await plain.root.make(path, {
      code: 'x',
      office: { street: 'x' },
      links: ['x'],
      tone: 'plain',
    });
    const record = await plain.root.read<AnyRecord>(`${path}/${own}`);
    assert.deepEqual(
      [record.office, record.links, record.tone],
      [{ street: 'x', chief: null }, ['x'], 'plain'],
    );
    const { status, text } = await plain.root.post(path, { code: 'x', links: { de: ['x'] } });
    assert.equal(status, 400);
    assert.match(text, /LOCALES/);
  });
});
