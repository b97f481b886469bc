import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });

const titles = [
  'Old McDonald had a farm',
  'ΣΊΣΥΦΟΣ',
  'Σίσυφος',
  'Straße nach Süden',
  'STRASSE',
  'ÉCOLE normale',
  'Ёлка',
  '100% [sic] (a|b)*? {x}^$ \\ back_slash.',
  'İstanbul ısı',
  '🚀 go',
];
const found = async (q: string) =>
  (
    await app.nobody.list<{ title: string }>(
      `/v1/leaflet?sort=id&fields=title&count=100&q=${encodeURIComponent(q)}`,
    )
  ).map(({ title }) => title);

before(async () => {
  await makeRecords(
    app,
    'leaflet',
    titles.map((title, index) => ({ title, handle: `h${index}` })),
  );
});

for (const [q, wanted] of [
  ['mcdonald', [0]],
  ['MCDONALD', [0]],
  ['mCdONALD FARM', [0]],
  ['σίσυφος', [1, 2]],
  ['straße', [3, 4]],
  ['strasse', [4]],
  ['süDEN', [3]],
  ['école', [5]],
  ['ёЛКА', [6]],
  ['100%', [7]],
  ['[SIC]', [7]],
  ['(A|B)*?', [7]],
  ['{X}^$', [7]],
  ['\\', [7]],
  ['back_slash.', [7]],
  ['backxslash', []],
  ['.*', []],
  ['[a-z]', []],
  ['🚀', [9]],
  ['istanbul', []],
] as const)
  test(`a search finds words in any case, and every sign as it is: ${q}`, async () => {
    assert.deepEqual(
      await found(q),
      wanted.map((index) => titles[index]),
    );
  });

test('a search finds what it is given in another case, whatever signs it holds', async () => {
  const signs = fc
    .array(fc.constantFrom(...'aBz09*?[]{}()^$|\\.+-_%\'"/#&~!é中😀ß'), { minLength: 1, maxLength: 8 })
    .map((characters) => characters.join(''));
  let count = 100;
  await fc.assert(
    fc.asyncProperty(signs, fc.boolean(), async (word, isUpper) => {
      const title = `${++count} x${word}y`;
      await makeRecords(app, 'leaflet', [{ title, handle: `n${count}` }]);
      assert.deepEqual(await found(`${count} ${isUpper ? word.toLowerCase() : word}`), [title]);
    }),
    { numRuns: 40 },
  );
});
