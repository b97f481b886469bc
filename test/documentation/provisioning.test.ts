import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { follow } from '../support/documentation/documented.ts';

let printed = '';
before(async () => {
  const pages = await follow(['README.md', 'docs/guides/scim.md'], ['book.ts'], {
    LANGUAGE: 'en',
    SCIM: 'true',
  });
  printed = pages.at(-1) ?? '';
});

describe('docs/guides/scim.md', () => {
  it('finds the new user by their name in any case', () =>
    assert.match(printed, /"totalResults":1[^\n]*"userName":"ada@company.example"/));
  it('ends their access', () => assert.match(printed, /"active":false/));
});
