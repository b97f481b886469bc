// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boolean,
  choice,
  integer,
  integers,
  optional,
  required,
  text,
  texts,
} from '../../server/definitions/project/setting-kinds.ts';
import { inTurn, whenKnown } from '../../server/shared/maybe-promise.ts';
import { nearestWord, oneOfWords, suggestion } from '../../server/shared/text/words.ts';

const meaning = 'What it means.';
const short = { meaning, allowed: 'short', fits: (given: string) => given.length < 3 };
const kinds = {
  integer: integer({ initial: 5, min: -3, max: 12, meaning }),
  huge: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER, meaning }),
  boolean: boolean({ initial: false, meaning }),
  choice: choice(['a', 'b', 'c'], { initial: 'b', meaning }),
  text: text({ initial: 'x', ...short }),
  'any text': text({ initial: 'x', meaning, allowed: 'any' }),
  required: required(short),
  'any required': required({ meaning, allowed: 'any' }),
  optional: optional(short),
  'any optional': optional({ initial: 'x', meaning, allowed: 'any' }),
  texts: texts({ initial: 'x', ...short }),
  'texts or none': texts({ initial: '', ...short }),
  'any texts': texts({ initial: '', meaning, allowed: 'any' }),
  integers: integers({ initial: '1', min: 0, max: 9, most: 2, meaning, allowed: 'two' }),
};

describe('what fits a setting, and what it is read as', () => {
  for (const [kind, given, read] of [
    ['integer', '-3', -3],
    ['integer', '-4', undefined],
    ['integer', '12', 12],
    ['integer', '13', undefined],
    ['integer', '007', 7],
    ['integer', '0', 0],
    ['integer', '-0', undefined],
    ['integer', '1.0', undefined],
    ['integer', '1e1', undefined],
    ['integer', ' 1', undefined],
    ['integer', '', undefined],
    ['huge', '9007199254740991', 9_007_199_254_740_991],
    ['huge', '9007199254740992', undefined],
    ['huge', '00000000000000001', undefined],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'TRUE', undefined],
    ['choice', 'a', 'a'],
    ['choice', 'c', 'c'],
    ['choice', 'd', undefined],
    ['choice', '', undefined],
    ['text', 'ab', 'ab'],
    ['text', '', ''],
    ['text', 'abc', undefined],
    ['any text', 'abc', 'abc'],
    ['required', 'ab', 'ab'],
    ['required', '', undefined],
    ['required', 'abc', undefined],
    ['any required', 'abc', 'abc'],
    ['any required', '', undefined],
    ['optional', 'ab', 'ab'],
    ['optional', 'abc', undefined],
    ['any optional', 'abc', 'abc'],
    ['texts', 'ab,c', ['ab', 'c']],
    ['texts', 'ab,cde', undefined],
    ['texts', '', undefined],
    ['texts or none', '', []],
    ['any texts', 'abc,,d', ['abc', 'd']],
    ['integers', '0,9', [0, 9]],
    ['integers', '10', undefined],
    ['integers', '1,2,3', undefined],
    ['integers', '1,', undefined],
  ] as const)
    it(`${kind}: '${given}'${read === undefined ? ' does not fit' : ''}`, () => {
      const setting = kinds[kind];
      assert.equal(setting.fits(given), read !== undefined);
      if (read !== undefined) assert.deepEqual(setting.read(given), read);
    });

  it('an absent text that may be absent', () => {
    assert.deepEqual([kinds.optional.fits(''), kinds.optional.read('')], [true, undefined]);
  });
});

it('a setting says its default, its meaning and what is allowed', () => {
  const said = Object.values(kinds).map((one) => [one.initial, one.allowed]);
  assert.deepEqual(said, [
    ['5', '-3 to 12'],
    ['1', '0 to 9007199254740991'],
    ['false', 'true or false'],
    ['b', 'a, b or c'],
    ...[
      ['x', 'short'],
      ['x', 'any'],
      ['', 'short'],
      ['', 'any'],
      ['', 'short'],
      ['x', 'any'],
    ],
    ...[
      ['x', 'short'],
      ['', 'short'],
      ['', 'any'],
      ['1', 'two'],
    ],
  ]);
  for (const one of Object.values(kinds)) assert.equal(one.meaning, meaning);
});

describe('words that are meant', () => {
  for (const [word, words, nearest] of [
    ['requird', ['unique', 'required'], 'required'],
    ['Required', ['unique', 'required'], 'required'],
    ['nuique', ['unique', 'required'], 'unique'],
    ['mxa', ['min', 'max'], 'max'],
    ['a', ['b'], 'b'],
    ['a', ['bc'], undefined],
    ['abcd', ['xycd'], 'xycd'],
    ['abc', ['xyc'], undefined],
    ['title', ['price'], undefined],
    ['a', [], undefined],
  ] as const)
    it(`${word} of ${words.join()}: ${nearest}`, () => {
      assert.equal(nearestWord(word, words), nearest);
      assert.equal(suggestion(word, words), nearest === undefined ? '' : `; did you mean '${nearest}'?`);
    });

  it('are listed', () => {
    assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(oneOfWords), [
      '',
      'a',
      'a or b',
      'a, b or c',
    ]);
  });
});

describe('work that waits only where it must', () => {
  const later = async <T>(value: T) => value;
  it('goes on at once with what is known', async () => {
    assert.equal(
      whenKnown(2, (value) => value + 1),
      3,
    );
    assert.equal(await whenKnown(later(2), (value) => value + 1), 3);
  });

  it('does one item after the other', async () => {
    assert.deepEqual(
      inTurn([1, 2, 3], (item) => item * 2),
      [2, 4, 6],
    );
    for (const slow of [[1], [2], [3], [1, 3], [1, 2, 3]]) {
      const begun: number[] = [];
      const done = inTurn([1, 2, 3], (item) => {
        begun.push(item);
        return slow.includes(item) ? later(item * 2) : item * 2;
      });
      assert.ok(done instanceof Promise);
      assert.deepEqual(begun, [1, 2, 3].slice(0, slow[0]));
      assert.deepEqual(
        [await done, begun],
        [
          [2, 4, 6],
          [1, 2, 3],
        ],
      );
    }
  });
});
