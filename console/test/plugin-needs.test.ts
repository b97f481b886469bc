import './page.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Needs } from '../src/api/admin/plugins.ts';

const { linesOf, needsOf } = await import('../src/pages/admin/plugins/need-lines.ts');

const WHOLE = {
  collections: {
    page: { read: ['title', 'body'], create: ['words'], delete: true },
    note: { read: true, update: ['line'] },
  },
  hooks: { page: ['beforeCreate', 'afterCommit'], note: ['beforeDelete'] },
  jobs: {
    tidy: { label: 'Tidies', cron: '0 3 * * *' },
    count: { label: 'Counts', cron: '5 4 * * *' },
  },
  hosts: ['api.example.com', 'example.org'],
  settings: ['token', 'other'],
  mails: {
    note: { label: 'Note', to: 'user', perHour: 5, texts: { de: { subject: 'Hallo', text: 'Da?' } } },
    all: {
      label: { zh: '全部' },
      to: { groups: ['staff'] },
      perHour: 7,
      texts: { en: { subject: 'a', text: 'b' } },
    },
  },
  console: {
    totals: { kind: 'home-panel', label: { en: 'Totals', zh: '合计' } },
    close: { kind: 'action', label: 'Close', collections: ['page'] },
    score: { kind: 'cell', kinds: ['integer'], look: { show: 'progress', max: 9 } },
  },
} as unknown as Needs;

describe('what a plug-in needs', () => {
  const lines = linesOf(WHOLE);

  it('is a line for each thing, with its own key', () => {
    assert.equal(lines.length, 5 + 3 + 2 + 2 + 2 + 2 + 3);
    assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
    const [reading, , deleting, all] = lines.map(({ text }) => text);
    assert.match(reading ?? '', /title, body/);
    assert.doesNotMatch(deleting ?? '', /title/);
    assert.notEqual(all?.replace('note', 'page'), reading);
    for (const [index, word] of [
      [5, 'beforeCreate'],
      [8, 'Tidies'],
      [10, 'api.example.com'],
      [13, 'other'],
      [14, 'Hallo'],
      [15, 'staff'],
      [17, 'Close'],
      [18, 'score'],
    ] as const)
      assert.ok(lines[index]?.text.includes(word), `${lines[index]?.text}: ${word}`);
  });

  it('is the same again once its lines are put together, and only what was taken of them', () => {
    assert.deepEqual(needsOf(lines), WHOLE);
    const some = lines.filter((_, index) => [0, 2, 6, 9, 11, 12].includes(index));
    assert.deepEqual(needsOf(some), {
      collections: { page: { read: ['title', 'body'], delete: true } },
      hooks: { page: ['afterCommit'] },
      jobs: { count: { label: 'Counts', cron: '5 4 * * *' } },
      hosts: ['example.org'],
      settings: ['token'],
      mails: {},
      console: {},
    });
    const lists = { hosts: [], settings: [] };
    assert.deepEqual(needsOf([]), { collections: {}, hooks: {}, jobs: {}, ...lists, mails: {}, console: {} });
    assert.deepEqual(linesOf({} as Needs), []);
  });
});
