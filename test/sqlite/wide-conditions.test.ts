import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

// Two thousand columns are the most that SQLite takes: 17 languages of 60 texts.
const NAMES = Array.from({ length: 60 }, (_, index) => `text${index}`);
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'fi',
  'el',
  'hu',
  'ro',
  'sk',
  'bg',
  'da',
];
const wide = `import { longText } from 'quire-cms';
export default defineCollection({
  name: 'wide', label: 'Wide', path: '/v1/wide', audit: 'none',
  fields: { ${NAMES.map((name) => `${name}: longText({ localised: true, searchable: true, max: 50 })`).join(', ')} },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});`;
const locales = readLocales(LANGUAGES.map((name) => (name === 'en' ? name : `${name}>en`)).join()) ?? [];
const { nobody } = await freshApp({ contentDir: projectOf({ 'content/wide.ts': wide }), locales });

it('a list asks for hundreds of columns in many languages at once', async () => {
  const said = await nobody.make('/v1/wide', { text59: 'Hello world', text59__da: 'Hej' });
  const whole = await nobody.make(
    '/v1/wide',
    Object.fromEntries(LANGUAGES.map((name) => [name === 'en' ? 'text0' : `text0__${name}`, 'x'])),
  );
  const ids = async (query: string) =>
    (await nobody.list<{ id: number }>(`/v1/wide?sort=id&fields=id&${query}`)).map(({ id }) => id);
  const all = LANGUAGES.join();
  assert.deepEqual(await ids(`missing=${all}`), [said]);
  assert.deepEqual(await ids('missing=en,da'), []);
  assert.deepEqual(await ids('missing=en,fr'), [said]);
  assert.deepEqual(await ids('q=hello WORLD'), [said]);
  assert.deepEqual(await ids(`locale=${all}&q=hej`), [said]);
  assert.deepEqual(await ids(`locale=${all}&q=straße STRASSE Maße ß ẞ ﬀ ﬃ f`), []); // each in several spellings
  assert.deepEqual(await ids('locale=fr&q=a b c d e f g h'), []);
  assert.deepEqual(await ids('locale=fr&fallback=true&q=hello world o w'), [said]);
  assert.ok(whole > said);
});
