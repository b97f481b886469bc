import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const docs = new URL('../../docs/reference/', import.meta.url).pathname;
const traps = readFileSync(join(docs, 'lin-cms-traps.md'), 'utf8');
const named = [...traps.matchAll(/\]\((\.\.\/\.\.\/test\/[^)]+)\): (.+?)(?: \|)?$/gm)];

describe('every trap names a test that is there', () => {
  assert.ok(named.length > 40);
  for (const [, file = '', words = ''] of named) {
    it(words, () => {
      const path = join(docs, file);
      assert.ok(existsSync(path), file);
      assert.ok(readFileSync(path, 'utf8').includes(words), `${file} has no '${words}'`);
    });
  }
});
