import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extendTrigrams } from '../../server/records/trigrams/keep-index.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });

/** Letters of few and of many forms, of planes beyond the first, signs of every pattern language, and blanks. */
const SIGNS = [...'aAbBsSkKſKéÉeßẞσςΣтТᲄдДꭰᎠ中文😀𐐨𐐀İı%_\\*?[](){}^$|.+-"\'/;:~ 0'];
const texts = fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((signs) => `x${signs.join('')}x`);

interface Leaflet {
  readonly id: number;
  readonly title: string | null;
  readonly notes: string | null;
}

const list = (query: string) =>
  app.nobody.list<Leaflet>(`/v1/leaflet?sort=id&count=1000&fields=title,notes&${query}`);
const total = async (query: string) =>
  (await app.nobody.get(`/v1/leaflet?total=true&count=1&${query}`)).body.total;

/** What JavaScript says about letter case. */
function contains(text: string | null, word: string): boolean {
  const spellings = [word, word.toLowerCase(), word.toUpperCase()];
  return spellings.some((spelling) => new RegExp(RegExp.escape(spelling), 'iu').test(text ?? ''));
}

async function requireSame(words: readonly string[]): Promise<void> {
  const all = await list('');
  for (const word of words) {
    const q = `q=${encodeURIComponent(word)}`;
    const parts = word.split(/\s+/u).filter((part) => part !== '');
    const wanted = all.filter(({ title, notes }) =>
      parts.every((part) => contains(title, part) || contains(notes, part)),
    );
    const ids = (leaflets: readonly Leaflet[]) => leaflets.map(({ id }) => id);
    assert.deepEqual(ids(await list(q)), ids(wanted), `which hold ${JSON.stringify(word)}`);
    assert.equal(await total(q), wanted.length);
  }
}

test('a search for parts of words finds the same by an index and without one, whatever is written', async () => {
  const random = { seed: 7, numRuns: 60 };
  const sample = fc.sample(texts, random);
  const make = (from: number, to: number) =>
    makeRecords(
      app,
      'leaflet',
      sample.slice(from, to).map((title, index) => ({
        title,
        notes: sample[(from + index * 7) % 60],
        handle: `h${from + index}`,
      })),
    );
  await make(0, 40);
  const parts = fc.sample(
    fc.tuple(fc.constantFrom(...sample), fc.nat(38), fc.integer({ min: 1, max: 7 }), fc.nat(2)),
    { seed: 8, numRuns: 120 },
  );
  const words = parts.map(([text, start, length, letterCase]) => {
    const part = Array.from(text)
      .slice(start, start + length)
      .join('');
    return [part, part.toLowerCase(), part.toUpperCase()][letterCase] ?? part;
  });
  const asked = [...new Set(words)].filter((word) => word.trim() !== '' && word.length <= 10);
  await requireSame(asked);
  await extendTrigrams(app.server.store, undefined, 0);
  await requireSame(asked);
  await make(40, 60);
  const [first, second, third] = await list('');
  await app.nobody.patch(`/v1/leaflet/${first?.id}`, { title: 'A changed МОСКВА title' });
  await app.nobody.delete(`/v1/leaflet/${second?.id}`);
  await app.nobody.patch(`/v1/leaflet/${third?.id}`, { notes: null });
  await requireSame([...asked, 'chang', 'москва', 'МОСК', 'title']);
  await extendTrigrams(app.server.store, undefined, 0);
  await requireSame([...asked, 'chang', 'москва', 'title changed']);
});
