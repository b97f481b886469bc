import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages, textOf } from '../support/documentation/documents.ts';

const INDEX = 'docs/design/README.md';
const designs = pages.filter((page) => page.startsWith('docs/design/') && page !== INDEX);

test('every page of the design has a title, says what it decides, and has a line in the index', () => {
  const index = textOf(INDEX);
  for (const page of designs) {
    const [title = '', , opening = ''] = textOf(page).split('\n');
    const [, subject = ''] = /^# (.+)$/.exec(title) ?? [];
    assert.match(opening, /^[A-Z]/, `${page}: opening sentence`);
    assert.ok(index.includes(`| [${subject}](${page.replace('docs/design/', '')}) | `), `${page}: index`);
  }
});
