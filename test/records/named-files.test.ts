import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namedAmong, namesIn } from '../../server/records/named-files.ts';

const stem = `${'0a'.repeat(31)}-12345678`;
const path = `c3/${stem}.png`;
const file = { id: 70n, path };

/** A text, and whether it names the file and so keeps it. */
const texts: readonly [text: string, isNamed: boolean][] = [
  [`![x](https://a.test/assets/${path}).`, true],
  [`https://a.test/assets/c3/./${stem}.png`, true],
  [`https://a.test/assets/c3//${stem}.png?width=32`, true],
  [`https://a.test/assets\\c3\\${stem}.png`, true],
  [`/assets/c3%2F${stem.replace('-', '%2d')}%2Epng`, true],
  [`/assets/c3&#x2F;${stem.replace('-', '&#45;')}&period;png`, true],
  [`/assets/c3&sol;${stem}.png`, true],
  ['/cms/file/70/content', true],
  ['/lin3/cms/./file/070/content', true],
  ['/cms/fil%65/70/content', true],
  ['/cms/file/7/content', false],
  ['/cms/file/700/content', false],
  [`/assets/c3/${stem.replace('1', '2')}.png`, false],
  ['70', false],
];

describe('the files that a text names', () => {
  for (const [text, isNamed] of texts)
    it(`${isNamed ? 'found in' : 'none in'} ${text}`, () => {
      assert.deepEqual(namedAmong(text, [file]), isNamed ? [file] : []);
      const { ids, paths } = namesIn(text);
      assert.equal(ids.includes(file.id) || paths.includes(path), isNamed);
    });

  it('are looked for to the end of hostile texts', () => {
    for (const hostile of ['ab/', './', 'cms/', '&#x0', '/file/0', '%', '0'])
      assert.deepEqual(namesIn(`ab/cms/file/${hostile.repeat(20_000)}`).paths, []);
  });
});
