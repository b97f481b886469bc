import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { LANGUAGES } from '../../server/messages/languages.ts';

// Topics are spread into one object, where a key of two topics would keep the later text alone.
for (const language of LANGUAGES) {
  it(`no key of ${language} stands in two topics`, async () => {
    const folder = new URL(`../../server/messages/${language}/`, import.meta.url);
    const topicOf = new Map<string, string>();
    for (const file of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
      if (file === 'index.ts' || !file.endsWith('.ts')) continue;
      const topics: Record<string, object> = await import(new URL(file, folder).href);
      for (const key of Object.values(topics).flatMap(Object.keys)) {
        assert.equal(topicOf.get(key), undefined, `${key} stands in ${topicOf.get(key)} and ${file}`);
        topicOf.set(key, file);
      }
    }
  });
}
