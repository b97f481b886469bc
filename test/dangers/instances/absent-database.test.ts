import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../../support/server-process.ts';
import { engineName, newDatabase } from '../../support/test-database.ts';

test('a start on a server that has no such database ends with 2, says so, and shows no stack', {
  skip: engineName === 'sqlite',
}, async () => {
  const url = new URL((await newDatabase()).address.databaseUrl);
  url.pathname = '/nowhere';
  const { ended, said } = await launch('nowhere', { DATABASE_URL: url.href });
  assert.equal(await ended, 2, said());
  assert.match(said(), /^DATABASE_URL: 'nowhere' on .*nowhere.*; allowed: /);
  assert.doesNotMatch(said(), /\n\s+at |Quire is ready/);
});
