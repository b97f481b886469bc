// No engine changes its result: bodies are read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_JSON_DEPTH,
  MAX_JSON_EXACT_NUMBERS,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
} from '../../contract/limits.ts';
import { AppError } from '../../server/errors.ts';
import { readBody } from '../../server/http/edge/bodies.ts';
import { toJson } from '../../server/shared/exact-json.ts';

/** The problems of a body by their places, as keys of messages; undefined if it is read. */
function problemsOf(body: string | Buffer) {
  try {
    readBody(Buffer.from(body as string));
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return Object.fromEntries(
      Object.entries(error.problems).map(([place, text]) => [place, (text as { readonly key: string }).key]),
    );
  }
}

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (values: number) => `[${times(values, () => '1').join()}]`;
const named = (names: number) => `{${times(names, (index) => `"n${index}":1`).join()}}`;
const repeated = (records: number) => `[${times(records, () => '{"a":1}').join()}]`;
const exact = (count: number) => `[${times(count, () => '9007199254740993').join()}]`;

describe('a body', () => {
  it('is read with exact numbers, or not there', () => {
    const text = '{"id":9007199254740993,"a":[1,"ä"]}';
    assert.equal(toJson(readBody(Buffer.from(text))), text);
    assert.equal(readBody(Buffer.alloc(0)), undefined);
  });

  for (const [what, body, problems] of [
    ['a number', '7', undefined],
    ['brackets in a text', `["${'['.repeat(100)}"]`, undefined],
    ['the deepest nesting', nested(MAX_JSON_DEPTH), undefined],
    ['deeper nesting', nested(MAX_JSON_DEPTH + 1), { '': 'bodyTooDeep' }],
    ['deeper nesting of objects', `${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1`, { '': 'bodyTooDeep' }],
    ['many shallow lists', `[${times(MAX_JSON_DEPTH * 2, () => '[]').join()}]`, undefined],
    ['the most values', list(MAX_JSON_VALUES), undefined],
    ['more values', list(MAX_JSON_VALUES + 1), { '': 'bodyTooManyValues' }],
    ['the most names', named(MAX_JSON_NAMES), undefined],
    ['more names', named(MAX_JSON_NAMES + 1), { '': 'bodyTooManyNames' }],
    ['more names that are the same', repeated(MAX_JSON_NAMES + 1), undefined],
    ['the most exact numbers', exact(MAX_JSON_EXACT_NUMBERS), undefined],
    ['more exact numbers', exact(MAX_JSON_EXACT_NUMBERS + 1), { '': 'bodyTooManyExactNumbers' }],
    ['no JSON', '{"a":', { '': 'notJson' }],
    ['two values', '1 2', { '': 'notJson' }],
    ['broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), { '': 'notUtf8' }],
    ['a prototype', '{"__proto__":{"a":1}}', { ['__proto__']: 'closedName' }],
    ['a prototype within', '{"a":{"b":[{"__proto__":1}]}}', { 'a.b.0': 'closedName' }],
    ['a prototype of a constructor', '{"a":{"constructor":{"prototype":1}}}', { a: 'closedName' }],
    ['a constructor', '{"constructor":{"a":1}}', undefined],
    ['a text named so', '{"a":"__proto__"}', undefined],
  ] as const)
    it(`of ${what} is ${problems ? 'refused' : 'read'}`, () => {
      const found = problemsOf(body as string);
      assert.deepEqual(found && Object.entries(found), problems && Object.entries(problems));
    });
});
