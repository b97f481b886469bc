import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';

const locales = readLocales('en,de');
assert.ok(locales);
const { root, nobody } = await freshApp({ contentDir: 'test/content/sets', locales });

test('a language that was only drafted is not read before it is published', async () => {
  const id = await root.make('/v1/essay?locale=en', { title: 'one' });
  await root.done(`POST /v1/essay/${id}/publish`);
  await root.done(`PATCH /v1/essay/${id}?locale=de`, { title: 'eins' });
  const seen = async () => (await nobody.get(`/v1/essay/${id}?locale=all`)).body.title;
  assert.deepEqual(await seen(), { en: 'one', de: null });
  const draft = await root.read(`/v1/essay/${id}?locale=all&version=draft`);
  assert.deepEqual([draft.title, draft.publication], [{ en: 'one', de: 'eins' }, 'changed']);
  assert.deepEqual(await nobody.list('/v1/essay?locale=de&filter[title][eq]=eins'), []);
  await root.done(`POST /v1/essay/${id}/publish`);
  assert.deepEqual(await seen(), { en: 'one', de: 'eins' });
  assert.equal((await nobody.list('/v1/essay?locale=de&filter[title][eq]=eins')).length, 1);
});
