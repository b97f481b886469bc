// Takes long: it does what the page says, with a server of its own.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { follow } from '../support/documentation/documented.ts';

let printed = '';
before(async () => {
  const pages = await follow(['README.md', 'docs/guides/graphql.md'], ['book.ts'], {
    LANGUAGE: 'en',
    GRAPHQL: 'true',
  });
  printed = pages.at(-1) ?? '';
});

describe('docs/guides/graphql.md', () => {
  it('shows what the caller may ask', () => assert.match(printed, /\{"name":"article_list"\}/));
  it('lists records', () =>
    assert.match(printed, /"nodes":\[\{"id":"\d+","title":"Hello","price":"19\.90"\}\]/));
  it('creates one', () =>
    assert.match(printed, /"create_article":\{"id":"\d+","record":\{"price":"2\.50"\}\}/));
  it('reads the trash and the past, lists files and previews an undo', () => {
    assert.match(printed, /"article_trash":\{"nodes":\[\{"id":"\d+","title":"To be found again"/);
    assert.match(printed, /"article_history":\{"nodes":\[\{"id":"\d+","action":"delete"/);
    assert.match(printed, /"purge_article":\{"id":"\d+"\}/);
    assert.match(printed, /"file_list":\{"nodes":\[\]\}/);
    assert.match(printed, /"undo_preview":\{"expected":\d+/);
  });
  it('names a refused field', () =>
    assert.match(printed, /"pointer":"#\/title","code":"empty"[^\n]*"create_article":null/));
  it('follows changes', () =>
    assert.match(
      printed,
      /event: next\ndata: [^\n]*"event":"created","record":\{"title":"Told by GraphQL"\}/,
    ));
});
