import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, folder } from '../support/server-process.ts';

const run = (...args: string[]) => command(['import', ...args], 'imports');

test('undoing succeeds where all that was imported is gone, whatever the import had refused', async () => {
  const file = join(folder, 'books.csv');
  writeFileSync(file, `title\none\n${'x'.repeat(51)}\ntwo\n`);
  const imported = await run('book', file);
  assert.equal(imported.code, 1, imported.said);
  assert.match(imported.said, /2 created, .* 1 refused/);
  const undone = await run('--undo', '1');
  assert.match(undone.said, /2 removed, 0 restored, 0 kept/);
  assert.equal(undone.code, 0, undone.said);
  for (const option of ['--report', '--undo']) {
    const unknown = await run(option, '99');
    assert.equal(unknown.code, 2, unknown.said);
    assert.match(unknown.said, /^import 99 does not exist\n/m);
  }
});
