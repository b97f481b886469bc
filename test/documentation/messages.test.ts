import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../server/messages/languages.ts';
import { defineMessages } from '../../server/messages/message.ts';

// Topics are spread into one object, where a key of two topics would keep the later text alone.
for (const language of LANGUAGES) {
  it(`no key of ${language} stands in two topics`, async () => {
    const folder = new URL(`../../server/messages/${language}/`, import.meta.url);
    const topicOf = new Map<string, string>();
    for (const file of readdirSync(folder, 'utf8')) {
      if (file === 'index.ts') continue;
      const topics: Record<string, object> = await import(new URL(file, folder).href);
      for (const key of Object.values(topics).flatMap(Object.keys)) {
        assert.equal(topicOf.get(key), undefined, `${key} stands in ${topicOf.get(key)} and ${file}`);
        topicOf.set(key, file);
      }
    }
  });
}

describe('messages of features', () => {
  it('have the same keys in every language', async () => {
    const folders = globSync('server/features/*/messages');
    assert.ok(folders.length > 20);
    for (const folder of folders) {
      const [first = [], ...others] = await Promise.all(
        LANGUAGES.map(async (language) => {
          const texts: Record<string, object> = await import(`../../${folder}/${language}.ts`);
          return Object.keys(texts[language] ?? {}).sort();
        }),
      );
      for (const keys of others) assert.deepEqual(keys, first, folder);
    }
  });
  it('cannot take a key that another text has', () =>
    assert.throws(() => defineMessages({ zh: { notFound: '无' }, en: { notFound: 'none' } }), /'notFound'/));
});
