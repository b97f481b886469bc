import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { follow } from '../support/documentation/documented.ts';

let printed = '';
before(async () => {
  const settings = { LANGUAGE: 'en', LOCALES: 'en,fr>de,de' };
  const pages = await follow(['README.md', 'docs/guides/languages.md'], ['book.ts'], settings);
  printed = pages.at(-1) ?? '';
});

describe('docs/guides/languages.md', () => {
  it('reads the default language, one, fallbacks and all', () => {
    assert.match(
      printed,
      /"title":"Spring"[^\n]*\nHTTP 200\n[^\n]*"title":"Frühling"[^\n]*\nHTTP 200\n[^\n]*"title":"Frühling"[^\n]*\nHTTP 200\n[^\n]*"title":null/,
    );
    assert.match(printed, /"title":\{"en":"Spring","fr":null,"de":"Frühling"\}/);
  });
  it('writes one language and keeps the others', () =>
    assert.match(printed, /"title":\{"en":"Spring","fr":"Printemps","de":"Der Frühling"\}/));
  it('filters and searches in a language', () =>
    assert.equal(printed.match(/"items":\[\{"id":1,"title":"Printemps"\}\]/g)?.length, 2));
  it('finds nothing that is missing', () => assert.equal(printed.match(/"items":\[\]/g)?.length, 2));
  it('exports a column for each language', () =>
    assert.match(printed, /id,title,title__fr,title__de\s+1,Spring,Printemps,Der Frühling/));
});
