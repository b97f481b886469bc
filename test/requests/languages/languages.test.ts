import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Definition, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const locales = readLocales('zh,en>de,de') ?? [];
const app = await freshApp({ contentDir: 'test/content/paper', locales });
const plain = await freshApp({ contentDir: 'test/content/paper' });
const { root } = app;
const path = '/v1/article';

const make = (values: object, query = '') => root.make(`${path}${query}`, values);
const titles = (id: number) =>
  root.read<{ title: object }>(`${path}/${id}?locale=all`).then(({ title }) => title);

describe('a localised field', () => {
  let id: number;
  before(async () => {
    const topic = await root.make('/v1/topic', { name: { zh: '电影', de: 'Kino' } });
    id = await make({ title: { zh: '你好', en: 'Hello' }, body: { de: '<p>Hallo</p>' }, topic });
  });

  const forms: [query: string, title: unknown, body: unknown][] = [
    ['', '你好', null],
    ['locale=zh', '你好', null],
    ['locale=en', 'Hello', '<p>Hallo</p>'],
    ['locale=en&fallback=false', 'Hello', null],
    ['locale=de', '你好', '<p>Hallo</p>'],
    ['locale=de&fallback=false', null, '<p>Hallo</p>'],
    ['locale=de,en', { de: null, en: 'Hello' }, { de: '<p>Hallo</p>', en: null }],
    ['locale=all', { zh: '你好', en: 'Hello', de: null }, { zh: null, en: null, de: '<p>Hallo</p>' }],
  ];
  for (const [query, title, body] of forms)
    it(`is read with '${query}' alike by id, in lists, in the past and expanded`, async () => {
      const now = Date.now();
      const records = [
        await root.read(`${path}/${id}?${query}`),
        await root.read(`${path}/${id}?${query}&as_of=${now}`),
        await root.read(`${path}/${id}?${query}&fields=title,body`),
        ...(await root.list(`${path}?${query}&filter[id][eq]=${id}`)),
        ...(await root.list(`${path}?${query}&as_of=${now}`)).filter((record) => record.id === id),
      ];
      assert.equal(records.length, 5);
      for (const record of records) {
        assert.deepEqual([record.title, record.body], [title, body]);
        assert.deepEqual(
          Object.keys(record).filter((name) => name.includes('__')),
          [],
        );
      }
      const [record] = await root.list<{ expanded: { topic: { name: unknown } } }>(
        `${path}?${query}&fields=topic&expand=topic&filter[id][eq]=${id}`,
      );
      const { name } = await root.read<{ name: unknown }>(`/v1/topic/1?${query}`);
      assert.deepEqual(record?.expanded.topic.name, name);
    });

  it('is not read in the language of the reader unless it is asked for', async () => {
    const headers = { 'accept-language': 'en' };
    assert.equal((await app.nobody.get(`${path}/${id}`, { headers })).body.title, '你好');
  });

  it('keeps its other languages when one is written', async () => {
    const own = await make({ title: '甲' });
    for (const [request, values, wanted] of [
      ['PATCH ?locale=en', { title: 'A' }, { zh: '甲', en: 'A', de: null }],
      ['PATCH', { title: '乙' }, { zh: '乙', en: 'A', de: null }],
      ['PATCH', { title: { de: 'C' } }, { zh: '乙', en: 'A', de: 'C' }],
      ['PATCH', { title__en: 'B' }, { zh: '乙', en: 'B', de: 'C' }],
      ['PATCH ?locale=de', { title: null }, { zh: '乙', en: 'B', de: null }],
      ['PUT ?locale=de', { title: 'D' }, { zh: '乙', en: 'B', de: 'D' }],
      ['PUT', { title: '丙' }, { zh: '丙', en: 'B', de: 'D' }],
      ['PUT ?locale=en', {}, { zh: '丙', en: null, de: 'D' }],
      ['PUT ?locale=all', { title: { zh: '丁' } }, { zh: '丁', en: null, de: null }],
    ] as const) {
      const [method, query = ''] = request.split(' ');
      await root.done(`${method} ${path}/${own}${query}`, values);
      assert.deepEqual(await titles(own), wanted, request);
    }
  });

  it('is refused where a language is unknown, named twice or missing', async () => {
    for (const [request, values, fields] of [
      ['PATCH ?locale=fr', { title: 'x' }, ['locale']],
      ['PATCH', { title: { fr: 'x' } }, ['title.fr']],
      ['PATCH', { title: { en: 'x' }, title__en: 'y' }, ['title__en']],
      ['PATCH ?locale=en,de', { title: 'x' }, ['title']],
      ['PATCH', { title: { zh: null } }, ['title']],
      ['PATCH', { title: ['x'] }, ['title']],
      ['PATCH', { pages: { en: 1 } }, ['pages']],
      ['PATCH ?locale=en', { link: 'no address' }, ['link__en']],
      ['POST', { title: { en: 'only English' } }, ['title']],
      ['POST ?locale=en', { title: 'only English' }, ['title']],
    ] as const) {
      const [method, query = ''] = request.split(' ');
      const place = method === 'POST' ? path : `${path}/${id}`;
      const answer = await root.ask<{ fields: object }>(`${method} ${place}${query}`, values);
      assert.equal(answer.status, 400, request);
      assert.deepEqual(Object.keys(answer.body.fields), fields, answer.text);
    }
    for (const query of ['locale=fr', 'locale=', 'missing=fr', 'fields=title__en', 'sort=title__fr'])
      assert.equal((await root.get(`${path}?${query}`)).status, 400, query);
  });

  it('is unique in each language alone, and in groups', async () => {
    const link = 'https://quire.test/x';
    await make({ title: '一', link: { en: link } });
    assert.deepEqual(await root.outcome(`POST ${path}`, { title: '二', link: { en: link } }), [400, 10060]);
    assert.deepEqual(await root.outcome(`POST ${path}?locale=zh`, { title: '三', link }), [201, 1]);
    const topic = { code: 'a', name: { zh: '甲', en: 'A' } };
    assert.equal((await root.ask('POST /v1/topic', topic)).status, 201);
    assert.equal((await root.ask('POST /v1/topic', { ...topic, name: { zh: '乙', en: 'A' } })).status, 400);
    assert.equal((await root.ask('POST /v1/topic', { ...topic, name: { zh: '乙', en: 'B' } })).status, 201);
    assert.equal((await root.ask('POST /v1/topic', { ...topic, name: '丙' })).status, 201);
    assert.equal((await root.ask('POST /v1/topic', { ...topic, name: '丁' })).status, 201, 'no English name');
  });

  it('makes a slug in a language once there is a text in it, and keeps it', async () => {
    const own = await make({ title: { zh: '春天', en: 'Spring' } });
    const slugs = async () => (await root.read(`${path}/${own}?locale=all`)).slug;
    assert.deepEqual(await slugs(), { zh: 'chun-tian', en: 'spring', de: null });
    await root.done(`PATCH ${path}/${own}?locale=de`, { title: 'Frühling' });
    await root.done(`PATCH ${path}/${own}?locale=en`, { title: 'Springtime' });
    assert.deepEqual(await slugs(), { zh: 'chun-tian', en: 'spring', de: 'fruhling' });
    const other = await make({ title: { zh: '夏', en: 'Spring' } });
    assert.equal((await root.read(`${path}/${other}?locale=en`)).slug, 'spring-2');
    const changed = await root.ask(`PATCH ${path}?by=slug__de`, { slug__de: 'fruhling', pages: 7 });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await root.read(`${path}/${own}`)).pages, 7);
  });

  it('is searched where it is shown', async () => {
    await make({ title: { zh: '葡萄', en: 'grapes' }, lead: { de: 'Trauben' } });
    for (const [query, count] of [
      ['q=葡萄', 1],
      ['q=grapes', 0],
      ['locale=en&q=grapes', 1],
      ['locale=en&q=Trauben', 1],
      ['locale=en&fallback=false&q=Trauben', 0],
      ['locale=en&q=葡萄', 0],
      ['locale=de&q=葡萄', 1],
      ['locale=all&q=grapes', 1],
    ] as const)
      assert.equal((await root.list(`${path}?${encodeURI(query)}`)).length, count, query);
  });

  it('orders by what is shown, also behind a reference and in groups', async () => {
    const topics = [
      { name: { zh: '丙', de: 'c' } },
      { name: { zh: '乙', en: 'b' } },
      { name: { zh: 'a', en: 'd' } },
    ];
    const ids: number[] = [];
    for (const values of topics) ids.push(await root.make('/v1/topic', values));
    for (const topic of ids) await make({ title: '排序', topic, pages: 99 });
    const order = async (query: string) => {
      const records = await root.list<{ topic: number }>(`${path}?filter[pages][eq]=99&${query}`);
      return records.map(({ topic }) => ids.indexOf(topic));
    };
    assert.deepEqual(await order('sort=topic.name'), [2, 0, 1]);
    assert.deepEqual(await order('locale=en&sort=topic.name'), [1, 0, 2]);
    assert.deepEqual(await order('locale=en&sort=-topic.name,title'), [2, 0, 1]);
    assert.deepEqual(await order('locale=en&fallback=false&sort=topic.name'), [0, 1, 2]);
    assert.deepEqual(await order('sort=topic.name__de,-id'), [2, 1, 0]);
    const groups = await root.list<{ group: object }>(
      `${path}/aggregate?filter[pages][eq]=99&group=topic.name__en`,
    );
    assert.deepEqual(
      groups.map(({ group }) => group),
      [null, 'b', 'd'].map((name) => ({ 'topic.name__en': name })),
    );
  });

  it('is told as one column a language in the history, and is undone alone', async () => {
    const own = await make({ title: '旧' });
    const [created] = await root.list<Revision>(`${path}/${own}/history`);
    await root.done(`PATCH ${path}/${own}?locale=en`, { title: 'Old' });
    const [entry] = await root.list<Revision>(`${path}/${own}/history`);
    assert.deepEqual(entry?.changes, {
      title__en: { before: null, after: 'Old' },
      slug__en: { before: null, after: 'old' },
    });
    await root.done(`PATCH ${path}/${own}`, { title: '新' });
    await root.done(`POST ${path}/${own}/history/${created?.id}/restore`);
    assert.deepEqual(await titles(own), { zh: '旧', en: null, de: null });
  });

  it('has an ETag in each language, which a write in it may name', async () => {
    const own = await make({ title: '标' });
    for (const query of ['', '?locale=en', '?locale=all']) {
      const { headers } = await root.get(`${path}/${own}${query}`);
      const etag = String(headers.etag);
      assert.match(etag, /^"/, query);
      const write = (tag: string) =>
        root.patch(`${path}/${own}${query}`, { title: { en: etag } }, { headers: { 'if-match': tag } });
      assert.equal((await write(etag)).status, 200, query);
      assert.equal((await write(etag)).status, 412, query);
    }
    const prefer = { prefer: 'return=representation' };
    const written = await root.patch(`${path}/${own}?locale=en`, { title: 'Tag' }, { headers: prefer });
    assert.equal(written.body.title, 'Tag');
    assert.equal(written.headers.etag, (await root.get(`${path}/${own}?locale=en`)).headers.etag);
  });

  it('answers what is written now, also where an answer is remembered', async () => {
    const own = await make({ title: '存' });
    for (const title of ['One', 'Two']) {
      await root.done(`PATCH ${path}/${own}?locale=en`, { title });
      for (let time = 0; time < 3; time += 1) {
        assert.equal((await app.nobody.read(`${path}/${own}?locale=en`)).title, title);
        assert.equal((await app.nobody.read(`${path}/${own}`)).title, '存');
      }
    }
  });
});

describe('without LOCALES', () => {
  it('a localised field is like any other', async () => {
    const id = await plain.root.make(path, { title: 'x' });
    assert.equal((await plain.root.read(`${path}/${id}`)).title, 'x');
    const { status, body } = await plain.root.ask(`PATCH ${path}/${id}`, { title: { en: 'y' } });
    assert.equal(status, 400);
    assert.partialDeepStrictEqual(body, { fields: { title: { code: 'noLocales' } } });
    assert.equal((await plain.root.ask(`PATCH ${path}/${id}`, { title__en: 'y' })).status, 400);
    assert.equal((await plain.root.get(`${path}?locale=en`)).status, 400);
  });
});

describe('a definition', () => {
  it('tells programs which field is in which language', async () => {
    const { fields, columns } = await root.read<Definition>('/cms/definition/article');
    const told = fields
      .filter(({ name }) => String(name).startsWith('title'))
      .map(({ name, locale, translates, label, required }) => [name, locale, translates, label, required]);
    assert.deepEqual(told, [
      ['title', 'zh', undefined, 'Title', true],
      ['title__en', 'en', 'title', 'Title (en)', false],
      ['title__de', 'de', 'title', 'Title (de)', false],
    ]);
    assert.deepEqual(
      columns.filter((name) => name.includes('__')),
      [],
    );
  });
});
