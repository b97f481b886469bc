import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byLanguage, localeOf, valueIn } from '../../console/src/form/languages.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import type { Definition } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';

it('a form reads and writes each language as a field of its own', async () => {
  const locales = readLocales('zh,en,de') ?? [];
  const { root } = await freshApp({ contentDir: 'test/content/paper', locales });
  const { fields } = await root.read<Definition>('/cms/definition/article');
  assert.deepEqual(localeOf(fields), { locale: 'all' });
  assert.deepEqual(localeOf([{ name: 'pages' }]), {});
  const id = await root.make('/v1/article', { title: { zh: '题', en: 'Title' }, pages: 2 });
  const field = (name: string) => fields.find((one) => one.name === name) ?? { name: '?' };
  const read = async () => {
    const record = await root.read(`/v1/article/${id}?locale=all`);
    return ['title', 'title__en', 'title__de', 'pages'].map((name) => valueIn(record, field(name)));
  };
  assert.deepEqual(await read(), ['题', 'Title', null, 2]);
  const body = byLanguage([
    [field('title__en'), 'New'],
    [field('title__de'), 'Neu'],
    [field('pages'), 3],
  ]);
  await root.done(`PATCH /v1/article/${id}?locale=all`, body);
  assert.deepEqual(await read(), ['题', 'New', 'Neu', 3]);
  const inTrash = await root.read(`/v1/article/${id}`);
  assert.deepEqual(
    [valueIn(inTrash, field('title')), valueIn(inTrash, field('title__en'))],
    ['题', undefined],
  );
});
