import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('texts in Chinese are in server/messages/zh and in the messages of features, and nowhere else in the server', () => {
  const others = globSync('server/**/*.{ts,mjs}').filter(
    (file) => !/^server\/(messages\/zh\/|features\/[^/]+\/messages\/zh\.ts$)/.test(file),
  );
  assert.ok(others.length > 200);
  assert.deepEqual(
    others.filter((file) => /\p{Script=Han}/u.test(readFileSync(file, 'utf8'))),
    [],
  );
});
