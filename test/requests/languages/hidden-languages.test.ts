import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';

const locales = readLocales('zh,en>de,de') ?? [];
const app = await freshApp({ contentDir: 'test/content/paper', locales });
const { root, nobody } = app;
const member = await app.person();
const reader = await app.granted('article.notes');
const path = '/v1/article';
const SECRETS = { zh: 'geheim-zh', en: 'geheim-en', de: 'geheim-de' };
let id: number;

before(async () => {
  id = await root.make(path, { title: '题', note: SECRETS });
  await root.make(path, { title: { zh: '全', en: 'whole', de: 'ganz' }, note: { zh: 'geheim-two' } });
  await root.done(`PATCH ${path}/${id}`, { note: { en: 'geheim-en' } });
});

const SPOKEN = ['', 'locale=zh', 'locale=en', 'locale=de&fallback=false', 'locale=zh,en', 'locale=all'];

describe('a field that the caller may not read', () => {
  it('is shown in no language, on no way', async () => {
    const now = Date.now();
    for (const query of SPOKEN)
      for (const place of [
        `${path}/${id}?${query}`,
        `${path}?${query}`,
        `${path}/${id}?${query}&can=1`,
        `${path}/export?${query}`,
        `${path}/export?${query}&format=jsonl`,
        `${path}/search?q=x&${query}`,
      ])
        for (const caller of [nobody, member])
          assert.doesNotMatch((await caller.get(place)).text, /geheim|note/, place);
    for (const query of SPOKEN)
      for (const place of [
        `${path}/${id}?${query}&as_of=${now}`,
        `${path}?${query}&as_of=${now}`,
        `${path}/${id}/history`,
        '/v1/changes?count=100',
        '/cms/definition/article',
      ])
        assert.doesNotMatch((await member.get(place)).text, /geheim|"note/, place);
    assert.match((await reader.get(`${path}/${id}?locale=all`)).text, /geheim-en/);
  });

  it('is named in no language', async () => {
    for (const name of ['note', 'note__en', 'note__de'])
      for (const query of SPOKEN)
        for (const part of [
          `filter[${name}][eq]=x`,
          `filter[${name}][null]=false`,
          `sort=${name}`,
          `fields=${name}`,
        ]) {
          const place = `${path}?${query}&${part}`;
          assert.equal((await member.get(place)).status, 400, place);
        }
    for (const part of ['group=note__en', 'select=min.note__en', 'filter[note__en][null]=true'])
      assert.equal((await member.get(`${path}/aggregate?${part}`)).status, 400, part);
  });

  it('is neither searched nor missed', async () => {
    for (const query of SPOKEN)
      assert.equal((await member.list(`${path}?q=geheim&${query}`)).length, 0, query);
    for (const locale of ['en', 'de', 'all']) {
      const found = await member.list<{ id: number }>(`${path}?missing=${locale}&fields=id`);
      assert.deepEqual(
        found.map((record) => record.id),
        [id],
        `of the second record only its note lacks ${locale}`,
      );
    }
    assert.equal((await reader.list(`${path}?missing=en`)).length, 2);
    assert.equal((await reader.list(`${path}?q=geheim&locale=all`)).length, 2);
  });

  it('is written in no language, and kept by whole replacements', async () => {
    for (const [query, values] of [
      ['', { note: 'x' }],
      ['', { note: { en: 'x' } }],
      ['', { note__en: 'x' }],
      ['?locale=en', { note: 'x' }],
      ['?locale=all', { note: null }],
    ] as const)
      assert.equal((await member.ask(`PATCH ${path}/${id}${query}`, values)).status, 400, query);
    for (const query of ['', '?locale=en', '?locale=all'])
      await member.done(`PUT ${path}/${id}${query}`, { title: { zh: '题' } });
    const { note } = await root.read(`${path}/${id}?locale=all`);
    assert.deepEqual(note, SECRETS);
  });
});
