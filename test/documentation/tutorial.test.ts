import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../support/documentation/documented.ts';

test('the tutorial leads from nothing to a blog', async () => {
  const [printed = ''] = await follow(['docs/guides/tutorial.md']);
  assert.match(printed, /"slug":"bread-in-an-hour"/, 'an article has its slug from its title');
  assert.match(printed, /"body":"<p>Begin now\.<\/p>"/, 'the body is made safe');
  assert.match(
    printed,
    /"status":422,[^\n]*"pointer":"#\/category"/,
    'a category that is not there is named',
  );
  assert.match(
    printed,
    /"type":"urn:quire:error:recordNotFound"[^\n]*\nHTTP 404\n/,
    'a stranger cannot change it',
  );
  assert.match(printed, /"type":"urn:quire:error:permissionMissing"[^\n]*\nHTTP 403\n/, 'nor delete it');
  assert.match(printed, /"expanded":\{"category":\{[^}]*"slug":"kitchen"/, 'the category comes along');
  assert.match(
    printed,
    /"cover":\{[^}]*"expanded":\{"file":\{[^}]*"url":"http[^"]*\.png"/,
    'the picture has its address',
  );
  assert.match(printed, /"items":\[\{"id":\d+,"title":"Bread in an hour"\}\]/, 'it is found by its tag');
  assert.match(printed, /"text":"With half the salt\."/, 'the comment is found through the category');
  assert.match(printed, /"status":\["draft","published"\]|"before":"draft"/, 'the history tells the change');
  assert.doesNotMatch(
    printed,
    /HTTP 5|urn:quire:error:(notFound|methodNotAllowed)"/,
    'nothing fails that should not',
  );
});
