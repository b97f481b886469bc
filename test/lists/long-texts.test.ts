import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { makeRows } from '../support/novels.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });
const ROWS = 30;

/** Longer than the bytes that MySQL and MariaDB compare by default, in one byte and in four bytes a character. */
const beginnings = ['a'.repeat(4000), '𝔘'.repeat(1000), `x${'é'.repeat(700)}`];
const titles = beginnings.flatMap((beginning) =>
  Array.from({ length: ROWS / beginnings.length }, (_, index) => `${beginning}${(index * 7) % 10}`),
);
const inOrder = titles.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

before(async () => {
  await makeRows(
    app,
    'leaflet',
    titles.map((title, index) => ({ title, handle: `h${index}` })),
  );
});

interface Page {
  readonly items: readonly { id: number; title: string }[];
  readonly next: string | null;
}

describe('texts that begin alike', () => {
  for (const [sort, wanted] of [
    ['title', inOrder],
    ['-title', inOrder.toReversed()],
    ['state,title', inOrder],
  ] as const)
    it(`are sorted by all of their characters, page after page: ${sort}`, async () => {
      const found: string[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const after: string = next === '' ? '' : `&after=${next}`;
        const page: Page = await app.nobody.read<Page>(
          `/v1/leaflet?fields=title&count=7&sort=${sort}${after}`,
        );
        found.push(...page.items.map(({ title }) => title));
        next = page.next;
      }
      assert.deepEqual(found, [...wanted]);
    });

  it('are exported once each, in their order', async () => {
    const { text } = await app.root.get('/v1/leaflet/export?format=json&fields=title&sort=title');
    assert.deepEqual(
      (JSON.parse(text) as { title: string }[]).map(({ title }) => title),
      inOrder,
    );
  });

  it('are groups of their own', async () => {
    const { items } = await app.nobody.read<{ items: { group: { title: string }; count: number }[] }>(
      '/v1/leaflet/aggregate?select=count&group=title&count=100',
    );
    assert.deepEqual(
      items.map(({ group, count }) => [group.title, count]),
      inOrder.map((title) => [title, 1]),
    );
  });
});
