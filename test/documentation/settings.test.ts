import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingsTable } from '../../server/settings-table.ts';

test('the README names every setting, and a default that is the server’s', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## ').find((text) => text.startsWith('Settings')) ?? '';
  const rows = [...section.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| (.*?) \|/gm)];
  const told = new Map(
    rows.flatMap(([, names = '', initial = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, initial] as const),
    ),
  );
  for (const [name, { initial }] of Object.entries(settingsTable)) {
    assert.ok(told.has(name), `${name} is in the table`);
    if (initial !== '') assert.equal(told.get(name), `\`${initial}\``, name);
  }
});
