// Takes long: it installs Strapi, compiles its driver, fills it, and moves it in by both ways.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { contentOf, items, read, run, settingsOf } from '../move-in/moving.ts';
import { databaseNamed, serveHere, signIn } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { openStrapi } from './strapi.ts';

const NAME = 'strapi';

it('moves a Strapi from npm in, from its server and by its export, with the same values', async () => {
  const strapi = await openStrapi();
  const tokenFile = join(temporaryFolder(), 'token');
  writeFileSync(tokenFile, strapi.token);
  const content = contentOf({}, 'en,de');
  await databaseNamed(NAME, content);
  const move = (from: string, ...options: string[]) =>
    run(NAME, content, [
      ...['move-in', 'strapi', '--from', from, '--source', 'strapi:site', '--files'],
      ...options,
    ]);
  const moved = await move(strapi.base, '--token-file', tokenFile, '--apply');
  assert.match(moved, /article: 60 created, 0 updated, 0 unchanged, 0 left alone, 0 refused/);
  assert.match(moved, /people: 2 created[\s\S]*files: 1 created/);
  const here = await serveHere(NAME, settingsOf(content));
  const token = await signIn(here);
  const one = async (query: string) =>
    items(await read(here, token, `/v1/article?filter[slug][eq]=first&locale=all&${query}`))[0];
  const [draft, seen] = [await one('version=draft'), await one('')];
  assert.deepEqual(draft?.title, { en: 'First, changed', de: 'Erster' });
  assert.deepEqual(seen?.title, { en: 'First', de: null });
  assert.deepEqual(draft?.body, { en: '<p><strong>&lt;Bold&gt;</strong></p>', de: null });
  assert.deepEqual([draft?.price, draft?.is_open, draft?.notes], ['19.90', true, null]);
  assert.deepEqual(draft?.seo, [{ title: 'One', image: draft?.cover }]);
  assert.deepEqual(draft?.gallery, [draft?.cover]);
  assert.deepEqual((await read(here, token, '/v1/home')).motto, 'Ever on');
  const shown = items(await read(here, token, '/v1/article?count=100'));
  assert.equal(shown.length, 30);

  const archive = await strapi.export();
  const again = await move(archive, '--apply');
  assert.match(again, /author: 0 created, 0 updated, 2 unchanged/);
  assert.match(again, /article: 0 created, \d+ updated, \d+ unchanged, 0 left alone, 0 refused/);
  assert.match(again, /files: 0 created, 0 updated, 1 unchanged/);
  const exported = await one('version=draft');
  assert.equal(exported?.notes, 'For us', 'the export tells what is private');
  const stamps = { update_time: 0, published_time: 0 };
  assert.deepEqual({ ...exported, ...stamps, notes: null }, { ...draft, ...stamps });
  assert.match(await move(archive), /article: 0 created, 0 updated, 60 unchanged/);
});
