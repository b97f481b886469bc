// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { clientFor } from '../../server/entries/client.ts';
import { settingsFrom } from '../../server/settings.ts';
import { withFields } from '../support/refused-start.ts';
import { temporaryFolder } from '../support/test-database.ts';

/** The settings of a project with this `quire.json`, if any, in this environment. */
function read(file: string | undefined, given: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  mkdirSync(join(root, 'content'));
  if (file !== undefined) writeFileSync(join(root, 'quire.json'), file);
  const CONTENT_DIR = join(root, 'content');
  return settingsFrom({ QUIRE_SECRET: '0123456789abcdef'.repeat(2), CONTENT_DIR, ...given });
}

const HINT = 'LOCALES belongs to the collections: write {"LOCALES":"en,de"} into quire.json';

describe('quire.json', () => {
  it('holds settings of the collections, which the environment may repeat', () => {
    for (const given of [{}, { LOCALES: 'en,de' }]) {
      const settings = read('{ "LOCALES": "en,de", "UPLOAD_TYPES": "pdf" }', given);
      assert.equal(settings.localesText, 'en,de');
      assert.deepEqual([...settings.uploadRules.types], ['pdf']);
      assert.deepEqual(settings.misplaced, []);
    }
  });

  it('is not needed, and LOCALES in the environment names the line to commit', () => {
    assert.deepEqual(read(undefined).misplaced, []);
    for (const file of [undefined, '{}']) {
      const { localesText, misplaced } = read(file, { LOCALES: 'en,de' });
      assert.deepEqual([localesText, misplaced.length], ['en,de', 1]);
      assert.ok(misplaced[0]?.startsWith(HINT), misplaced.join());
    }
  });

  const refused: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['{ "LOCALES": "en" }', { LOCALES: 'de' }, /LOCALES: quire\.json says 'en', the environment .* 'de'/],
    ['{ "IMAGE_SIZES": "" }', { IMAGE_SIZES: 'a:1x1' }, /IMAGE_SIZES: quire\.json says ''/],
    ['{ "LOCALES": "en,en" }', {}, /LOCALES: 'en,en' cannot be used; allowed/],
    ['{ "LOCALE": "en" }', {}, /'LOCALE' has no place here; did you mean 'LOCALES'\? \(allowed: LOCALES, /],
    ['{ "PORT": "80" }', {}, /'PORT' has no place here.*others in the environment or \.env/],
    ['{ "LOCALES": ["en"] }', {}, /LOCALES must be a text/],
    ['{ LOCALES: "en" }', {}, /quire\.json: cannot be read \(.+\); allowed: an object/],
    ['[]', {}, /quire\.json: holds no object; allowed: an object/],
  ];
  for (const [file, given, reason] of refused)
    it(`is refused as ${file} beside ${JSON.stringify(given)}`, () => {
      assert.throws(() => read(file, given), reason);
    });

  it('gives the typed client the languages of its fields', async () => {
    const root = temporaryFolder();
    const content = join(root, 'content');
    mkdirSync(content);
    writeFileSync(join(content, 'thing.ts'), withFields('title: text({ max: 20, localised: true })'));
    const bare = await clientFor(content);
    writeFileSync(join(root, 'quire.json'), '{ "LOCALES": "en,de" }');
    assert.equal(await clientFor(content), await clientFor(content, 'en,de'));
    assert.notEqual(await clientFor(content), bare);
  });
});
