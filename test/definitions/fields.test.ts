import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bigint,
  boolean,
  choice,
  dateTime,
  integer,
  longText,
  reference,
  text,
} from '../../server/definitions/index.ts';
import { ExactNumber } from '../../server/shared/exact-json.ts';
import { refuses, takes } from './cleaning.ts';

describe('text', () => {
  test('counts code points, so an astral character counts once', () => {
    const field = text({ max: 3 });
    for (const value of ['', 'abc', '書書書', '😀😀😀', 'a😀b']) takes(field, value);
    refuses(field, 'abcd', '😀😀😀😀', 'ab😀c', 'a'.repeat(100));
  });

  test('counts code points for its least length, which is one where it is required', () => {
    refuses(text({ max: 9, min: 2 }), '', '😀');
    takes(text({ max: 9, min: 2 }), '😀😀');
    refuses(text({ max: 9, required: true }), '');
    takes(text({ max: 9 }), '');
  });

  test('refuses what no engine or encoding keeps, and what is no string', () => {
    for (const field of [text({ max: 9 }), longText()])
      refuses(field, 'a\0b', '\ud800', 'x\udc00y', 7, [], true);
  });

  test('matches its pattern as a whole', () => {
    const field = text({ max: 20, pattern: /[a-z]+|\d+/ });
    takes(field, 'abc');
    takes(field, '123');
    takes(field, ' abc\n', 'abc');
    refuses(field, 'abc1', 'a bc');
    refuses(text({ max: 20, pattern: /[a-z]+|\d+/, multiline: true }), ' abc', 'abc\n');
  });

  test('matches its pattern as the pattern says: with its flags, and no others', () => {
    const anyCase = text({ max: 20, pattern: /[a-z]+/i });
    takes(anyCase, 'aBc');
    refuses(anyCase, 'aB1');
    const lines = { max: 20, multiline: true } as const;
    takes(text({ ...lines, pattern: /a.b/s }), 'a\nb');
    refuses(text({ ...lines, pattern: /a.b/ }), 'a\nb');
    takes(text({ ...lines, pattern: /a$\n^b/m }), 'a\nb');
    refuses(text({ ...lines, pattern: /a/m }), 'a\nb');
    takes(text({ max: 20, pattern: /[\p{L}--[a-z]]+/v }), '书A');
    refuses(text({ max: 20, pattern: /[\p{L}--[a-z]]+/v }), 'a');
    const global = text({ max: 20, pattern: /[a-z]+/g });
    for (let turn = 0; turn < 3; turn += 1) takes(global, 'abc');
  });

  test('long text has no limit of its own, but must not be empty where it is required', () => {
    takes(longText(), '😀'.repeat(100_000));
    takes(longText(), '');
    refuses(longText({ required: true }), '');
  });
});

test('an integer is a whole number of 32 bits, within its limits', () => {
  for (const value of [0, -2_147_483_648, 2_147_483_647]) takes(integer(), value);
  takes(integer(), -0, 0);
  refuses(integer(), 2_147_483_648, -2_147_483_649, 1.5, '1', 1n, Number.NaN, Number.POSITIVE_INFINITY, true);
  takes(integer({ min: 1, max: 5 }), 5);
  refuses(integer({ min: 1, max: 5 }), 0, 6);
});

describe('bigint', () => {
  test('keeps 64 bits exactly, whether they come as number, bigint or digits', () => {
    const edges = [
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 53n + 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
      -(2n ** 53n) - 1n,
    ];
    for (const edge of edges) {
      takes(bigint(), edge);
      takes(bigint(), String(edge), edge);
    }
    takes(bigint(), Number.MAX_SAFE_INTEGER, 2n ** 53n - 1n);
  });

  test('refuses what is beyond 64 bits, already rounded, or no whole number', () => {
    refuses(bigint(), 2n ** 63n, -(2n ** 63n) - 1n, String(2n ** 63n), '9'.repeat(30));
    refuses(bigint(), 2 ** 53, 1.5, '1.0', '', ' 1', '+1', '0x1', '1e3', true, new ExactNumber('1.5'));
    refuses(bigint({ min: 1n, max: 9n }), 0n, 10n);
  });
});

test('a boolean is true or false and nothing like it', () => {
  takes(boolean(), true);
  takes(boolean(), false);
  refuses(boolean(), 0, 1, 'true', '', null);
});

test('a moment is whole milliseconds within what a Date can name', () => {
  for (const value of [0, -1, Date.now(), 8_640_000_000_000_000, -8_640_000_000_000_000])
    takes(dateTime(), value);
  takes(dateTime(), -0, 0);
  refuses(dateTime(), 8_640_000_000_000_001, 1.5, '2026-01-01', 1n, Number.NaN);
});

test('a moment stays between its first and its last', () => {
  const field = dateTime({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  takes(field, Date.UTC(2026, 0, 1));
  takes(field, Date.UTC(2027, 0, 1));
  refuses(field, Date.UTC(2026, 0, 1) - 1, Date.UTC(2027, 0, 1) + 1);
});

test('a choice is one of its words', () => {
  const field = choice(['draft', 'live'], { default: 'draft' });
  takes(field, 'live');
  refuses(field, 'Live', '', 'toString', 0, ['live']);
  assert.equal(field.initial, 'draft');
});

test('a reference is a positive 64-bit id', () => {
  takes(reference('book'), 7, 7n);
  takes(reference('book'), 2n ** 63n - 1n);
  refuses(reference('book'), 0, -1, 2n ** 63n, 1.5, 'x', true);
  assert.equal(reference('book').target, 'book');
});
