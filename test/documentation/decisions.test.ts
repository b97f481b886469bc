import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../docs/decisions/', import.meta.url).pathname;
const pages = readdirSync(folder).filter((name) => name !== 'README.md');

test('every decision has a number of its own, a date, a status and a line in the index', () => {
  const index = readFileSync(`${folder}README.md`, 'utf8');
  assert.equal(new Set(pages.map((name) => name.slice(0, 3))).size, pages.length);
  for (const name of pages) {
    const [title = '', , about = ''] = readFileSync(folder + name, 'utf8').split('\n');
    const [, number = '', subject = ''] = /^# (\d{3}) (.+)$/.exec(title) ?? [];
    assert.equal(number, name.slice(0, 3), name);
    const [, date = ''] =
      /^Date: (\d{4}-\d\d-\d\d) · Status: (accepted|superseded by \[?\d{3})/.exec(about) ?? [];
    assert.notEqual(date, '', `${name}: third line`);
    assert.ok(index.includes(`| [${number}](${name}) | ${subject} | ${date} |`), `${name} in the index`);
  }
});
