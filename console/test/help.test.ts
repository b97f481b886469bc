import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EVERYWHERE, KEYS, topicOf } from '../src/pages/help/topics.ts';
import { help as english } from '../src/texts/en/help.ts';
import { help as chinese } from '../src/texts/zh/help.ts';

const router = readFileSync(join(import.meta.dirname, '../src/router.ts'), 'utf8');
const paths = [...router.matchAll(/path: '([^']+)'/g)]
  .map(([, path = '']) => path)
  .filter((path) => !path.includes('(.*)')) // older addresses, and what does not exist
  .map((path) => path.replace(':collection', 'ship').replace(/:id\(\\\\d\+\)\??/, '7'));

describe('the help', () => {
  for (const path of paths)
    it(`is about ${path}`, () => {
      const topic = topicOf(path);
      assert.ok(topic);
      for (const { topics } of [english, chinese]) assert.ok(topics[topic.name].length > 10);
    });

  it('is about no page that does not exist', () => {
    for (const path of ['/nowhere', '/collections', '/files/x', '/admin'])
      assert.equal(topicOf(path), undefined);
  });

  it('names every key in both languages', () => {
    assert.ok(EVERYWHERE.length > 0);
    for (const { keys } of [english, chinese]) assert.deepEqual(Object.keys(keys), Object.keys(KEYS));
  });
});
