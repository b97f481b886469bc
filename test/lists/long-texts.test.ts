import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyRecord, Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });
const RECORDS = 30;

/** Longer than the bytes that MySQL and MariaDB compare by default, in one byte and in four bytes a character. */
const beginnings = ['a'.repeat(4000), '𝔘'.repeat(1000), `x${'é'.repeat(700)}`];
const titles = beginnings.flatMap((beginning) =>
  Array.from({ length: RECORDS / beginnings.length }, (_, index) => `${beginning}${(index * 7) % 10}`),
);
const inOrder = titles.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

before(async () => {
  await makeRecords(
    app,
    'leaflet',
    titles.map((title, index) => ({ title, handle: `h${index}` })),
  );
});

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
        const page: Page<AnyRecord<{ title: string }>> = await app.nobody.read<
          Page<AnyRecord<{ title: string }>>
        >(`/v1/leaflet?fields=title&count=7&sort=${sort}${after}`);
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

describe('texts too long for a position', () => {
  const letters = ['a'.repeat(4990), '𝔘'.repeat(4990), 'é'.repeat(4990)];
  const long = letters.flatMap((beginning) => ['1', '2', '3'].map((end) => `${beginning}${end}`));
  const listed = long.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const ids: number[] = [];

  before(async () => {
    for (const [index, title] of long.entries())
      ids.push(await app.root.make('/v1/leaflet', { title, notes: 'long', handle: `long${index}` }));
  });

  const LIST = '/v1/leaflet?fields=title&filter[notes][eq]=long&count=1';
  /** The titles page by page; each position is short enough for any proxy. */
  async function paged(sort: string, between = async (_title: string) => {}): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const place: string = after === '' ? '' : `&after=${after}`;
      const page: Page<AnyRecord<{ title: string }>> = await app.nobody.read<
        Page<AnyRecord<{ title: string }>>
      >(`${LIST}&sort=${sort}${place}`);
      found.push(...page.items.map(({ title }) => title));
      after = page.next;
      assert.ok((after ?? '').length <= 4000);
      if (after !== null) await between(found.at(-1) ?? '');
    }
    return found;
  }

  for (const [sort, wanted] of [
    ['title', listed],
    ['-title', listed.toReversed()],
    ['state,-title', listed.toReversed()],
  ] as const)
    it(`are followed to the end: ${sort}`, async () => assert.deepEqual(await paged(sort), wanted));

  it('are followed in groups', async () => {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const place: string = after === '' ? '' : `&after=${after}`;
      const { items, next }: { items: { group: { title: string } }[]; next: string | null } =
        await app.nobody.read(`/v1/leaflet/aggregate?group=title&count=1&filter[notes][eq]=long${place}`);
      found.push(...items.map(({ group }) => group.title));
      after = next;
    }
    assert.deepEqual(found, listed);
  });

  for (const sort of ['title', '-title'])
    it(`lose no other record when the record of a position goes: ${sort}`, async () => {
      const wanted = sort === 'title' ? listed : listed.toReversed();
      const place = wanted[3] as string;
      const id = ids[long.indexOf(place)] as number;
      const found = await paged(sort, async (title) => {
        if (title === place) await app.root.done(`DELETE /v1/leaflet/${id}`);
      });
      await app.root.done(`POST /v1/leaflet/trash/${id}/restore`);
      assert.deepEqual(new Set(found), new Set(wanted));
    });

  it('are refused where they are made up', async () => {
    const { next } = await app.nobody.read<Page<AnyRecord<{ title: string }>>>(`${LIST}&sort=title`);
    const [title, id, rest] = JSON.parse(Buffer.from(String(next), 'base64url').toString());
    for (const forged of [
      [title, id, { ...rest, cut: [1] }],
      [title, id, { ...rest, cut: [7] }],
      [title, id, { ...rest, cut: 'x' }],
      [title, id, { ...rest, row: 1 }],
      [title, id, { ...rest, row: '99999999999999999999n' }],
      [title, id, { ...rest, digest: 7 }],
      [title, id, null],
      [title, id, rest, rest],
    ]) {
      const after = Buffer.from(JSON.stringify(forged)).toString('base64url');
      assert.equal((await app.nobody.get(`${LIST}&sort=title&after=${after}`)).status, 400, String(forged));
    }
  });
});
