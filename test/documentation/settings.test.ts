import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { markdownTable } from '../../server/cli/settings.ts';

test('docs/reference/settings.md holds the table that `quire settings --markdown` prints', () => {
  const page = readFileSync(new URL('../../docs/reference/settings.md', import.meta.url), 'utf8');
  const table = page.split('\n').filter((line) => line.startsWith('|'));
  assert.equal(table.join('\n'), markdownTable());
});
