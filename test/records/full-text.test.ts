import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { defineCollection } from '../../server/definitions/define-collection.ts';
import { longText } from '../../server/definitions/fields/long-text.ts';
import { richText } from '../../server/definitions/fields/rich-text.ts';
import { text } from '../../server/definitions/fields/text.ts';
import { fold } from '../../server/records/fulltext/fold.ts';
import { highlightsOf } from '../../server/records/fulltext/highlight.ts';
import { plainTextOf } from '../../server/records/fulltext/plain-text.ts';
import { tiersOf, wantedOf } from '../../server/records/fulltext/tiers.ts';
import { encodeWord, fieldKey, tokensOf } from '../../server/records/fulltext/tokens.ts';
import { wordsOf } from '../../server/records/fulltext/words.ts';
import { inTurns } from '../../server/shared/turn.ts';
import { atOnce } from '../support/at-once.ts';
import { codePoint } from '../support/code-point.ts';

// No engine changes its result: it is about texts.

const note = defineCollection({
  name: 'note',
  label: 'Note',
  audit: 'none',
  search: ['title', 'body'],
  fields: { title: text({ max: 500 }), body: longText() },
});

/** A tiny engine: which step of the ranking a record meets first; undefined if it is not found. */
function stepOf(record: object, asked: string): number | undefined {
  const tokens = atOnce(tokensOf(note, { ...record })).split(' ');
  const step = tiersOf(note, note.search, wantedOf(asked)).tiers.findIndex((clauses) =>
    clauses.every((terms) =>
      terms.some(({ token, isPrefix }) =>
        tokens.some((one) => (isPrefix ? one.startsWith(token) : one === token)),
      ),
    ),
  );
  return step < 0 || wantedOf(asked).length === 0 ? undefined : step;
}
const finds = (body: string, asked: string) => stepOf({ title: '', body }, asked) !== undefined;

describe('folding', () => {
  for (const [one, other] of [
    ['Été', 'ete'],
    ['STRASSE', 'straße'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδός'],
    ['ﬁlm', 'FILM'],
    ['ＡＢＣ１２', 'abc12'],
    ['ｶﾞ', 'ガ'],
    ['한국', '한국'.normalize('NFD')],
    ['smørrebrød', 'smorrebrod'],
    ['Tiếng Việt', 'tieng viet'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
  ])
    it(`makes '${one}' and '${other}' one`, () => assert.equal(fold(one ?? ''), fold(other ?? '')));
  it('keeps apart what are different letters', () => {
    for (const [one, other] of [
      ['か', 'が'],
      ['की', 'का'],
      ['กา', 'กี'],
    ])
      assert.notEqual(fold(one ?? ''), fold(other ?? ''));
  });
  it('changes nothing that was folded, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (any) => {
        assert.equal(fold(fold(any)), fold(any));
      }),
    );
  });
});

describe('tokens', () => {
  it('are made of letters, digits and low lines, none longer than the engines take', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (any) => {
        for (const token of atOnce(tokensOf(note, { title: any, body: any })).split(' '))
          assert.match(token, /^$|^[a-z0-9_]{5,84}$/);
      }),
    );
  });
  it('of the beginning of a word begin that of the word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), (any, length) => {
        const begun = [...any].slice(0, length).join('');
        assert.ok(encodeWord(any).startsWith(encodeWord(begun)));
      }),
    );
  });
  it('pair all neighbours of a text without breaks, however long', () => {
    const signs = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 3001)));
    const pairs = signs.map((sign, index) => sign + (signs[index + 1] ?? ''));
    assert.deepEqual(
      Array.from(wordsOf(signs.join('')), ({ text }) => text),
      pairs,
    );
  });
  it('read alike in slices and as a whole', () => {
    const sign = fc.constantFrom(
      '电',
      'が',
      'か\u3099',
      '한',
      '\u1112\u1161\u11ab',
      'ก\u0e34',
      '𠮷',
      'a',
      'é',
      '1',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 20 }), fc.nat(3), (some, rest) => {
        const text = '中'.repeat(1000 - some.length + rest) + some.join('');
        for (const { start, end } of wordsOf(text)) assert.ok(start < end && end <= text.length);
        const words = (of: string) => Array.from(wordsOf(of), (word) => word.text);
        const end = words(`中${some.join('')}`);
        assert.deepEqual(words(text).slice(-end.length), end);
      }),
    );
  });
  it('of long texts are made in several turns', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    const body = Array.from({ length: 300_000 }, (_, index) => `word${index}`).join(' ');
    await inTurns(tokensOf(note, { title: '', body }));
    clearInterval(counting);
    assert.ok(turns > 1, String(turns));
  });
  it('tell fields apart', () => assert.notEqual(fieldKey('title'), fieldKey('body')));
});

const word = fc.stringMatching(/^[a-zé]{1,8}$/);
const han = fc.stringMatching(/^[电影节在上海天气很好]{1,6}$/);

describe('finding', () => {
  it('finds words in any order and case', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.func(fc.nat()), (words, order) => {
        const asked = words
          .toSorted((one, other) => order(one) - order(other))
          .join(' ')
          .toUpperCase();
        assert.ok(finds(words.join(', '), asked), asked);
      }),
    );
  });
  it('finds each part of a Chinese text, and no sign that it lacks', () => {
    fc.assert(
      fc.property(han, fc.nat(5), fc.integer({ min: 1, max: 6 }), (any, from, length) => {
        const part = [...any].slice(from, from + length).join('');
        if (part !== '') assert.ok(finds(`x${any}。`, part), part);
        assert.ok(!finds(any, `${part}雨`));
      }),
    );
  });
  it('agrees with a list of words', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 5 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (held, asked) => {
          const [words, wanted] = [held.map(fold), asked.map(fold)];
          const last = wanted.at(-1) ?? '';
          const expected =
            wanted.slice(0, -1).every((one) => words.includes(one)) &&
            words.some((one) => one.startsWith(last));
          assert.equal(finds(held.join(' '), asked.join(' ')), expected);
        },
      ),
    );
  });
  it('finds Chinese words apart from each other', () => assert.ok(finds('电影节在上海', '上海电影')));
  it('finds nothing by no word', () => assert.ok(!finds('!!', '!? 😀')));
});

describe('ranking', () => {
  const records = [
    { title: 'Berlin film', body: '' },
    { title: 'Berlin', body: 'a film' },
    { title: '', body: 'film film film berlin berlin berlin' },
    { title: '', body: 'a film in Berlin' },
    { title: 'Berlin filmed', body: '' },
    { title: '', body: 'Berlin filmed' },
  ];
  it('goes from the title to the text, from often to once, from whole words to beginnings', () => {
    const steps = records.map((record) => stepOf(record, 'berlin film'));
    assert.deepEqual(
      steps,
      steps.toSorted((one = 0, other = 0) => one - other),
    );
    assert.equal(new Set(steps).size, records.length);
    assert.equal(stepOf({ title: 'Berlin', body: '' }, 'berlin film'), undefined);
  });
});

describe('plain text', () => {
  for (const [format, stored, plain] of [
    ['html', '<p>a <b>b</b>c &lt;i&gt; &#233;</p><p>d</p>', 'a bc <i> é\nd\n'],
    ['html', '<a href="x" title="secret">link</a><br />y', 'link\ny'],
    [
      'markdown',
      '# Title\n\n*very* [link](https://x.test/a) ![alt](/b.png)\n> `q`',
      'Title\n\nvery link alt\nq',
    ],
    [undefined, '<b>&amp;', '<b>&amp;'],
  ] as const)
    it(`is read from ${format ?? 'text'} ${stored}`, () =>
      assert.equal(plainTextOf({ ...(format && { format }) }, stored), plain));
});

describe('highlights', () => {
  const article = defineCollection({
    name: 'article',
    label: 'A',
    audit: 'none',
    search: ['body'],
    fields: { body: richText({ format: 'html' }) },
  });
  const of = (body: string, asked: string) =>
    atOnce(highlightsOf(article, { fields: ['body'], wanted: wantedOf(asked) }, { body })).body ?? [];
  it('are the plain text again, in parts', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(19), (words, place) => {
        const parts = of(words.join(' '), words[place % words.length] ?? '');
        assert.equal(parts.map((part) => part.text).join(''), words.join(' '));
        assert.ok(parts.some(({ found }) => found));
      }),
    );
  });
  it('cut a long text around the first find, between characters', () => {
    const parts = of(`${'😀x '.repeat(200)}needle${' y😀'.repeat(200)}`, 'needle');
    assert.deepEqual([parts[0], parts.at(-1)], [{ text: '…' }, { text: '…' }]);
    assert.ok(parts.every((part) => part.text.isWellFormed()));
    assert.ok(parts.map((part) => part.text).join('').length < 300);
    assert.deepEqual(
      parts.find(({ found }) => found),
      { text: 'needle', found: true },
    );
  });
  it('mark a find whole or not at all, wherever the text is cut before or after it', () => {
    for (let more = 0; more <= 60; more += 1)
      for (const before of ['', ','.repeat(100)]) {
        const text = `${before}needle${','.repeat(190 + more)}needle${','.repeat(200)}`;
        const parts = of(text, 'needle');
        const shown = parts.map((part) => part.text).filter((part) => part !== '…');
        assert.ok(text.includes(shown.join('')), shown.join(''));
        assert.ok(shown.join('').length <= 240);
        const marked = parts.filter(({ found }) => found).map((part) => part.text);
        const whole = shown.join('').split('needle').length - 1;
        assert.deepEqual(marked, Array(whole).fill('needle'));
        assert.equal(parts[0]?.text === '…', before !== '');
        assert.equal(parts.at(-1)?.text, '…');
      }
  });
  it('are not cut in a text of 300 characters, and are in one of 301', () => {
    for (const [length, isCut] of [
      [300, false],
      [301, true],
    ] as const) {
      const text = `needle ${'x '.repeat(200)}`.slice(0, length);
      assert.equal(of(text, 'needle').at(-1)?.text === '…', isCut, `${length}`);
    }
  });
  it('hold markup as text alone', () => {
    assert.deepEqual(of('<p>a &lt;img onerror=x&gt; word</p>', 'word'), [
      { text: 'a <img onerror=x> ' },
      { text: 'word', found: true },
      { text: '\n' },
    ]);
  });
});
