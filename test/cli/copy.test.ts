import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, folder, openHere, quire } from '../support/server-process.ts';
import { newDatabase } from '../support/test-database.ts';

// Here, as a database that is made in a test goes with that test.
await (await openHere('original', { SAMPLE_DATA: 'true' })).close();

test('the command copies a database, and says what servers on the copy need', async () => {
  const target = await newDatabase('sqlite');
  const { ended, said } = await quire(['copy', target.address.databaseUrl], 'original');
  assert.equal(await ended, 0, said());
  assert.match(said(), /^book: 2 records$/m);
  assert.match(
    said(),
    /Copied \d+ records to .*data\.db.*\n {2}QUIRE_SECRET .*\n {2}UPLOAD_DIR {4}\/.*original/,
  );
  assert.equal((await target.look('select title from book')).length, 2);
});

test('a copy that is not possible says why', async () => {
  const file = `file:${join(folder, 'new.db')}`;
  const narrower = { CONTENT_DIR: 'test/content/named' };
  for (const [args, settings, code, expected] of [
    [[], {}, 2, /copy takes the URL of an empty database/],
    [['nonsense'], {}, 2, /copy takes the URL of an empty database/],
    [[file, file], {}, 2, /copy takes the URL of an empty database/],
    [[file], narrower, 2, /tables do not match the definitions/],
  ] as const) {
    const outcome = await command(['copy', ...args], 'original', settings);
    assert.equal(outcome.code, code, outcome.said);
    assert.match(outcome.said, expected);
    assert.doesNotMatch(outcome.said, /\n\s+at /, 'no stack');
  }
  assert.ok(!existsSync(join(folder, 'new.db')));
});
