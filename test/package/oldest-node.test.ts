import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the oldest Node that the package promises is the one that runs its tests', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const [major] = process.versions.node.split('.');
  assert.equal(engines.node, `>=${major}`);
  assert.match(readFileSync('docs/guides/package.md', 'utf8'), new RegExp(`from ${major} up`));
});
