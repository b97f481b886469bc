import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { json } from '../../server/definitions/index.ts';
import { Problem } from '../../server/definitions/problem.ts';
import { ExactNumber, fromText, toJson } from '../../server/shared/exact-json.ts';
import { fromJson } from '../../server/shared/json.ts';
import { refuses, takes } from './cleaning.ts';

describe('exact JSON', () => {
  test('writes every number that a double cannot tell to the letter', () => {
    for (const digits of [
      '9007199254740993',
      '-9223372036854775808',
      '123456789012345678901234567890',
      '0.1000000000000000055511151231257827',
      '3.14159265358979323846264338327950288',
      '1e400',
      '-1e-400',
      '5e-324',
      '1.7976931348623157e+308',
    ])
      for (const text of [digits, `[${digits}]`, `{"a":{"b":${digits}}}`])
        assert.equal(toJson(fromJson(text)), text);
  });

  test('is the same in a browser that lacks JSON.rawJSON', (t) => {
    const value = [9007199254740993n, fromJson('{"a":[1e400,"1e400"]}')];
    const both = () => [toJson(value), toJson(value, { indent: 2 })];
    const here = both();
    const held = Object.getOwnPropertyDescriptor(JSON, 'rawJSON') as PropertyDescriptor;
    t.after(() => Object.defineProperty(JSON, 'rawJSON', held));
    Object.defineProperty(JSON, 'rawJSON', { ...held, value: undefined });
    assert.deepEqual(both(), here);
    assert.equal(here[0], '[9007199254740993,{"a":[1e400,"1e400"]}]');
  });

  test('tells clients whole numbers as bigints, and keeps the digits of others', () => {
    const [whole, fraction, short] = fromText(
      '[12345678901234567890,0.12345678901234567890,1.5]',
    ) as unknown[];
    assert.deepEqual(
      [whole, String(fraction), short],
      [12345678901234567890n, '0.12345678901234567890', 1.5],
    );
  });

  test('hands out plain numbers where they lose nothing', () => {
    for (const text of ['0', '-1', '9007199254740991', '0.1', '123456.789', '1e3', '2.50', '0.0', '1E-7'])
      assert.equal(fromJson(`[${text}, 1234567890123456]`)?.[0 as never], Number(text));
    for (const text of ['9007199254740992', '9007199254740993'])
      assert.ok(fromJson(text) instanceof ExactNumber);
  });

  test('is itself again, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('"__proto__"')); // refused, see below
        assert.deepEqual(JSON.parse(toJson(fromJson(text))), JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (number) =>
        assert.equal(toJson(fromJson(`[${number}]`)), `[${number}]`),
      ),
    );
  });

  test('does not read a number as a name', () => {
    for (const name of ['12345678901234567890', '1e400', '12345678901234567890 \n'])
      for (const text of [`{${name}:1}`, `{"a":1,${name} :1}`])
        assert.throws(() => fromJson(text), SyntaxError);
    assert.equal(toJson(fromJson('{"1e400":1e400 , "a":[1e400]}')), '{"1e400":1e400,"a":[1e400]}');
  });

  test('tells texts from numbers, whatever precedes their end', () => {
    const texts = ['\\', '\\\\', '"', '\\"', '12345678901234567890', '"12345678901234567890,', '\\",1e400,"'];
    for (const one of texts)
      for (const other of texts) {
        const text = `[${JSON.stringify(one)},1e400,${JSON.stringify(other)},12345678901234567890]`;
        assert.equal(toJson(fromJson(text)), text);
      }
    for (const text of [
      '["\\"',
      '["12345678901234567890\\',
      `["${'\\"'.repeat(200_000)}`,
      '[12345678901234567890',
    ])
      assert.throws(() => fromJson(text), SyntaxError);
  });

  test('reads at most as many exact numbers as the caller takes', () => {
    assert.deepEqual(toJson(fromJson('[1e400,1,"1e400",1e400]', 2)), '[1e400,1,"1e400",1e400]');
    assert.throws(() => fromJson('[1e400,1,"1e400",1e400,1e400]', 2), RangeError);
  });

  test('does not read keys that reach into prototypes', () => {
    assert.throws(() => fromJson('{"__proto__":{"a":1}}'), SyntaxError);
    assert.throws(() => fromJson('{"a":{"constructor":{"prototype":{}}}}'), SyntaxError);
  });
});

describe('json', () => {
  test('keeps any value, its keys in order', () => {
    for (const value of [true, 0, '', 'x', [], {}, [null, [1]], { b: 1, a: { c: [] } }, '\0\ud800'])
      takes(json(), value);
    assert.equal(toJson(json().clean({ b: 1, a: 2n ** 63n })), '{"b":1,"a":9223372036854775808}');
    takes(json(), { constructor: 1 });
  });

  test('refuses what is too deep or too long', () => {
    const field = json({ max: 20, depth: 2 });
    takes(field, [{ a: 1 }]);
    refuses(field, [[[]]], { a: { b: {} } }, 'x'.repeat(19), Array(20).fill(0));
    takes(json(), 'x'.repeat(65_534));
    refuses(json(), 'x'.repeat(65_535));
  });
});

test('a value of own code is kept as JSON would return it', () => {
  for (const [value, kept] of [
    [[-0], [0]],
    [{ a: undefined, b: 1 }, { b: 1 }],
    [[undefined], [null]],
    [{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    [[2 ** 60], [new ExactNumber('1152921504606847000')]],
  ])
    assert.deepEqual(json().clean(value), kept);
  assert.throws(() => json().clean(JSON.parse('{"__proto__":{}}')), SyntaxError);
});

test('a value of own code that JSON cannot tell is refused, not made to nothing', () => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    () => 1,
    Symbol('s'),
    new Map([[1, 2]]),
    new Set(),
  ])
    for (const inside of [value, [value], { a: { b: value } }])
      assert.ok(json().clean(inside) instanceof Problem, String(typeof value));
  assert.deepEqual(json().clean({ a: undefined, at: new Date(5), big: 7n, none: null }), {
    at: '1970-01-01T00:00:00.005Z',
    big: 7,
    none: null,
  });
});
