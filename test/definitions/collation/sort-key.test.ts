import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isCollation } from '../../../server/definitions/collation/collator.ts';
import { MAX_SORT_KEY, sortKey } from '../../../server/definitions/collation/sort-key.ts';
import { codePoint } from '../../support/code-point.ts';

const byKey = (tag: string) => (one: string, other: string) => {
  const [first, second] = [sortKey(tag, one), sortKey(tag, other)];
  return Math.sign(Number(first > second) - Number(first < second));
};

/** Hungarian reads three letters as two of its own: a key reads them one by one, which docs/reference/fields.md says. */
const DOUBLED = /ccs|ssz|szs|zzs|ggy/;
/** What the words of a language are made of, its difficulties first. */
const LETTERS: Readonly<Record<string, string>> = {
  en: "aAbBcCeEéÉèêzZ019 -_'.,oOöøæßŒñ",
  de: 'aAäÄbBcoOöÖuUüÜsSßzZ019 -,.',
  fr: "aAàâÀeEéèêëçÇcCœŒiîoôuùûz 09-'’",
  sv: 'aAåÅäÄöÖoOzZyYüÜvVwWeé 09-',
  zh: '阿爱北京重中国上海大学人民了不是张李王赵a B1 ，。é',
  cs: 'aácčdďhHcCiIkKzž sšrř',
  da: 'eåøæÆzboØ ',
  'de-u-co-phonebk': 'aäeoöuüAÄfz',
  'en-u-kn': 'a1029 B',
  es: 'nñNÑolaáéz 1',
  hu: 'cszgyöőóuű aá',
  ko: '가각나다한글국ㄱ a1',
  pl: 'aąlłzżźcćoóAŁ ',
  ru: 'абвгдеёжзийАБЁя -1',
  vi: 'aăâđdeêoôơuưàáạảã ',
};

describe('the order of sort keys', () => {
  for (const [tag, letters] of Object.entries(LETTERS))
    it(`is that of Intl.Collator in ${tag}`, () => {
      const word = fc
        .array(fc.constantFrom(...letters), { maxLength: 7 })
        .map((all) => all.join(''))
        .filter((all) => !DOUBLED.test(all));
      const { compare } = new Intl.Collator(tag);
      fc.assert(
        fc.property(word, word, (one, other) => byKey(tag)(one, other) === Math.sign(compare(one, other))),
        { numRuns: 1500 },
      );
    });

  const ordered: [tag: string, ...texts: string[]][] = [
    ['en', '', ' ', '_', '-', '.', '5', 'a', 'A', 'á', 'Á', 'aa', 'b', 'B'],
    ['de', 'müde', 'Müde', 'Muller', 'Müller', 'Mund', 'Muße', 'Zoo'],
    ['fr', 'cote', 'coté', 'côte', 'côté', 'coteau'],
    ['sv', 'zebra', 'ål', 'äpple', 'öga'],
    ['da', 'zebra', 'æble', 'øl', 'aal'],
    ['cs', 'cz', 'hz', 'ch', 'Ch', 'i'],
    ['zh', '北京', '上海', '中国', 'a', 'b'],
    ['und', 'ae', 'æ', 'af', 'ss', 'ß', 'st'],
    ['en', 'a10', 'a2', 'a20'],
    ['en-u-kn', 'a2', 'a10', 'a20', 'a020b', 'a100'],
    ['en', '😀', '😁', '1', 'a', '𐌰'],
  ];
  for (const [tag, ...texts] of ordered)
    it(`is ${texts.slice(0, 6).join(' ')} … in ${tag}`, () =>
      assert.deepEqual(texts.toReversed().sort(byKey(tag)), texts));

  it('is the same for texts that are composed differently', () =>
    assert.equal(sortKey('fr', 'cafe\u0301'), sortKey('fr', 'caf\u00e9')));

  it('is total over any texts, and stores nothing that an engine refuses', () => {
    const any = fc.array(codePoint, { maxLength: 12 }).map((all) => all.join(''));
    for (const tag of ['und', 'zh', 'en-u-kn'])
      fc.assert(
        fc.property(any, (text) => {
          const key = sortKey(tag, text);
          return key.isWellFormed() && !key.includes('\0') && [...key].length <= MAX_SORT_KEY;
        }),
      );
  });

  it('counts the first characters of long texts', () => {
    const long = 'a'.repeat(MAX_SORT_KEY - 1);
    assert.ok(byKey('en')(`${long}b`, `${long}c`) < 0);
    assert.equal(byKey('en')(`${long}ab`, `${long}ac`), 0);
    assert.equal([...sortKey('en', 'é'.repeat(100_000))].length, MAX_SORT_KEY);
  });
});

describe('a collation', () => {
  for (const [tag, isOne] of [
    ['de', true],
    ['zh-u-co-stroke', true],
    ['pt-BR', true],
    ['und', true],
    ['und-u-kn', true],
    ['xx', false],
    ['', false],
    ['no tag', false],
  ] as const)
    it(`${isOne ? 'can' : 'cannot'} be '${tag}'`, () => assert.equal(isCollation(tag), isOne));
});
