import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pages, proseOf, textOf } from '../support/documentation/documents.ts';

/** Of docs/guides/style.md, what a machine can find. */
const banned =
  /\b(whoever|so many|unless told|is told|are told|as if it were not there|by itself alone|he|his|him|himself)\b/i;

test('the README has at most 200 lines', () => {
  assert.ok(textOf('README.md').split('\n').length <= 200);
});

test('lines of prose end before column 101, but for tables and links', () => {
  for (const page of pages) {
    const lines = proseOf(page).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > 100 && !/^\||\]\(/.test(line)),
      [],
      page,
    );
  }
});

test('no page uses a phrase that the style guide bans', () => {
  for (const page of pages.filter((name) => !/style|traps/.test(name))) {
    const lines = proseOf(page).split('\n');
    assert.deepEqual(
      lines.filter((line) => banned.test(line)),
      [],
      page,
    );
  }
});

test('no comment or title uses what the style guide bans everywhere', () => {
  const bannedInCode = /\bwhoever\b|\b(that|which) (is|are) none\b/i;
  const sources = globSync('{contract,server,console/src,scripts,test}/**/*.{ts,vue,mjs}');
  const found = sources.filter((path) => bannedInCode.test(readFileSync(path, 'utf8')));
  assert.deepEqual(found, ['test/documentation/prose.test.ts']);
});

test('a collection is called so, and what it holds records', () => {
  const former =
    /\b(defineRecord|ownRows|rowsWhere|RowOf|NewRow|RowChanges)\b|\brecord definitions?\b|记录类型|\.record\.ts/;
  const sources = globSync(
    '{contract,server,console/src,scripts,test,docs,examples,create-quire-cms}/**/*.{ts,vue,mjs,md}',
  );
  const found = sources.filter((path) => former.test(readFileSync(path, 'utf8')));
  // The former name of `defineCollection` goes on working for a version.
  assert.deepEqual(found.sort(), ['server/definitions/index.ts', 'test/documentation/prose.test.ts']);
});

test('a type has a name that says of what it is a place, a step or something found', () => {
  const vague = /\b(?:interface|type|class) (?:Found|Place|Reach|Step|Wanted)\b/;
  const sources = globSync('{contract,server,console/src}/**/*.{ts,vue}');
  assert.deepEqual(
    sources.filter((path) => vague.test(readFileSync(path, 'utf8'))),
    [],
  );
});

test('no reader is told of a row where it is a record', () => {
  const row = /(?<![/`"-])\brows?\b(?!-)/i;
  const sources = globSync('{docs,server/messages,console/src/texts,create-quire-cms}/**/*.{ts,md}');
  const found = sources.filter((path) => row.test(readFileSync(path, 'utf8')));
  // Tables in a text or on a screen have rows, and so have those of a database.
  assert.deepEqual(found.sort(), [
    'console/src/texts/en/records/rich-text.ts',
    'docs/guides/isolated-plugins.md',
    'docs/reference/glossary.md',
  ]);
});
