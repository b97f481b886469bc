import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../support/documented.ts';

test('every command of the README does what it says, in its order', async () => {
  const stdout = await follow('README.md', ['book.ts']);
  assert.match(
    stdout,
    /HTTP\/1\.1 401 Unauthorized[\s\S]*"code":10000/,
    'without a token nobody reads a book',
  );
  assert.match(stdout, /"title":"山海经"/, 'the sample book is read');
  assert.match(stdout, /"title":"Walden"/, 'the new book is read back');
  assert.match(stdout, /"code":10030,"message":"[^"]*titel/, 'a misspelt field is named');
  assert.match(stdout, /"items":\[\{"id":\d+,"title":"Hello again","price":"0.00"\}\]/, 'a list is filtered');
  assert.match(stdout, /"group":\{"status":"draft"\},"count":\d+,"sum":/, 'rows are added up');
  assert.match(stdout, /"message":"[^"]*filter\.titel/, 'a misspelt filter is named');
  assert.match(stdout, /"error_code":11,/, 'the user is registered');
  assert.match(stdout, /"error_code":9,/, 'the permission is granted');
  assert.match(stdout, /"error_code":10,/, 'the permission is taken back');
  assert.match(stdout, /"request":"DELETE \/v1\/article\/\d+"/, 'the article is deleted');
  assert.doesNotMatch(stdout, /9999|10080|10020/, 'nothing fails that should not');
});
