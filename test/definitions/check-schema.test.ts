import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { schemaCheck } from '../../server/definitions/check-schema.ts';

type Told = Readonly<Record<string, { readonly key: string; readonly values?: object }>>;

/** The keys of the messages about a value, by path; undefined if it is valid. */
function problemsOf(schema: JsonSchema, value: unknown, form?: 'text') {
  const found = schemaCheck(schema, form)(value) as Told | undefined;
  return found && Object.fromEntries(Object.entries(found).map(([path, { key }]) => [path, key]));
}

describe('a value that a schema refuses', () => {
  const text = { type: 'string', minLength: 2, maxLength: 3 } as const;
  const number = { type: 'integer', minimum: 2, maximum: 3 } as const;
  const list = { type: 'array', minItems: 1, maxItems: 2, items: text } as const;
  for (const [what, schema, accepted, refused, key] of [
    ['of another type', { type: ['integer', 'null'] }, [1, null], ['1', true], 'wrongType'],
    ['too short', text, ['ab', '𝄞𝄞'], ['a', '𝄞'], 'tooShort'],
    ['too long', text, ['abc', '𝄞𝄞𝄞'], ['abcd'], 'tooLong'],
    ['too small', number, [2], [1], 'tooSmall'],
    ['too large', number, [3], [4], 'tooLarge'],
    ['of too few', list, [['ab']], [[]], 'tooFewItems'],
    ['of too many', list, [['ab', 'ab']], [['ab', 'ab', 'ab']], 'tooManyItems'],
    ['of other words', { enum: ['a', 'b'] }, ['a', 'b'], ['c', null], 'notOneOf'],
    ['no decimal', { type: 'string', format: 'decimal' }, ['1.5', '-2'], ['1e3', ''], 'notADecimal'],
    ['no whole number', { type: 'number', format: 'int64' }, [5], [0.5, 2 ** 53], 'notExact'],
    ['of another form', { type: 'string', pattern: '^a$' }, ['a'], ['b'], 'badFormat'],
  ] as const)
    it(`${what}: ${key}`, () => {
      for (const value of accepted)
        assert.equal(problemsOf({ type: 'object', properties: { a: schema } }, { a: value }), undefined);
      for (const value of refused)
        assert.deepEqual(problemsOf({ type: 'object', properties: { a: schema } }, { a: value }), { a: key });
    });

  it('is named by its path, and what it lacks or has too much', () => {
    const inner = {
      type: 'object',
      properties: { b: text },
      required: ['b'],
      additionalProperties: false,
    } as const;
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'array', items: inner } } };
    assert.deepEqual(problemsOf(schema, { a: [{ b: 'ab' }, {}, { b: 'ab', c: 1 }, { b: 'a' }] }), {
      ...{ 'a.1.b': 'missing', 'a.2.c': 'notAParameter', 'a.3.b': 'tooShort' },
    });
    const many = Array.from({ length: 30 }, () => ({ b: '' }));
    assert.equal(Object.keys(problemsOf(schema, { a: many }) ?? {}).length, 20);
    const long = 'x'.repeat(80);
    assert.deepEqual(
      problemsOf({ type: 'object', properties: {}, additionalProperties: false }, { [long]: 1 }),
      {
        [long.slice(0, 60)]: 'notAParameter',
      },
    );
  });

  it('may be an id, which becomes exact, or a text that stands for a number', () => {
    const ids: JsonSchema = { type: 'object', properties: { a: Type.Id(), b: Type.Nullable(Type.Id()) } };
    for (const [value, read] of [
      [
        { a: '9007199254740993', b: 7 },
        { a: 9007199254740993n, b: 7n },
      ],
      [
        { a: 1, b: null },
        { a: 1n, b: null },
      ],
    ] as const) {
      assert.equal(problemsOf(ids, value), undefined);
      assert.deepEqual(value, read);
    }
    assert.deepEqual(problemsOf(ids, { a: null, b: 'x' }), { a: 'notAnId', b: 'notAnId' });
    const query = { a: '3', b: 'true' };
    const schema: JsonSchema = { type: 'object', properties: { a: number, b: { type: 'boolean' } } };
    assert.deepEqual(problemsOf(schema, { ...query }), { a: 'wrongType', b: 'wrongType' });
    assert.equal(problemsOf(schema, query, 'text'), undefined);
    assert.deepEqual(query, { a: 3, b: true });
  });
});
