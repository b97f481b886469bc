import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aFunction,
  anObject,
  anything,
  bigInteger,
  detachedAndRequired,
  fieldNames,
  flag,
  groupsOfNames,
  mediaTypes,
  minAboveMax,
  name,
  names,
  needed,
  oneOf,
  pattern,
  records,
  text,
  textWithin,
  wholeNumber,
  words,
} from '../../server/definitions/checks/option-checks.ts';
import { problemsOfOptions, shown } from '../../server/definitions/checks/options.ts';
import { problemOfSchemas } from '../../server/definitions/checks/schema-problem.ts';
import { message } from '../../server/messages/message.ts';

describe('an option', () => {
  const a40 = 'a'.repeat(40);
  for (const [what, check, accepted, refused] of [
    ['anything', anything, [0, '', null, undefined], []],
    ['a flag', flag, [true], [false, 'true', 1]],
    ['a bigint', bigInteger, [0n, -1n], [0, '0']],
    [
      'a pattern',
      pattern,
      [/a/, { matches: /a/, message: 'b' }, { message: { en: 'b' }, matches: /a/ }],
      [
        'a',
        {},
        { matches: /a/ },
        { matches: 'a', message: 'b' },
        { matches: /a/, message: '' },
        { matches: /a/, message: 'b', more: 1 },
      ],
    ],
    ['a name', name, ['a', 'a_1', a40], ['', 'A', '1a', '_a', 'a-b', `${a40}a`, ['a'], 1]],
    ['former names', names, ['a', ['a', 'b'], []], ['A', ['a', 'B'], [['a', 'b'], 1]]],
    [
      'a text',
      text,
      ['a', { en: 'a' }, { en: 'a', zh: '' }, message('missing')],
      ['', ' ', {}, { fr: 'a' }, { en: 1 }, { en: 'a', fr: 'a' }, ['a'], null],
    ],
    [
      'a text of two characters',
      textWithin(2),
      ['ab', '𝄞𝄞', { en: 'ab', zh: 'a' }],
      ['abc', { en: 'a', zh: 'abc' }, '', {}],
    ],
    ['a number from 2 to 5', wholeNumber(2, 5), [2, 5], [1, 6, 2.5, '3', Number.NaN]],
    ['a number from 1', wholeNumber(1), [1, Number.MAX_SAFE_INTEGER], [0, Number.MAX_SAFE_INTEGER + 1, null]],
    ['one of two words', oneOf('a', 'b'), ['a', 'b'], ['c', '', ['a']]],
    ['names of fields', fieldNames, [['a'], ['a', 'b']], [[], 'a', ['a', 1], [['a']]]],
    ['groups of names', groupsOfNames, [[], [['a']], [['a'], ['b', 'c']]], [['a'], [['a'], []], 'a']],
    ['an object', anObject, [{}, { a: 1 }], [[], null, 'a']],
    ['a function', aFunction, [() => 1], [{}, 'a']],
    [
      'types of files',
      mediaTypes,
      [['image/png'], ['image/*', 'application/vnd.a+b-c.d']],
      [[], 'image/png', ['image'], ['image/png', '*/*'], ['a/b c'], [1]],
    ],
    ['texts', words, [[], ['a', 'b']], ['a', [''], ['a', ' '], [1]]],
    ['rows', records, [[], [{ a: 1 }, {}]], [{}, [[]], [{ a: 1 }, null]]],
  ] as const)
    it(`that is ${what}`, () => {
      for (const value of accepted) assert.ok(check.accepts(value), `refuses ${shown(value)}`);
      for (const value of refused) assert.ok(!check.accepts(value), `accepts ${shown(value)}`);
    });

  it('is named where it is unknown, missing, undefined or wrong', () => {
    const table = {
      owner: 'a thing',
      checks: {
        width: needed(wholeNumber(1)),
        kind: {
          allowed: 'a kind',
          accepts: (value: unknown) => value === 'round',
          words: () => ['round', 'square'],
        },
        more: anything,
      },
      contradiction: ({ more }: { more?: unknown }) => (more === 'both' ? 'they contradict' : undefined),
    };
    for (const [options, problems] of [
      [{ width: 1 }, []],
      [{ width: 1, kind: 'round', more: null }, []],
      [{}, ["'width' is missing; it must be a whole number from 1"]],
      [{ width: undefined }, ["'width' is missing; it must be a whole number from 1"]],
      [{ width: 1, more: undefined }, ["'more' is undefined; leave it out, or give it a value"]],
      [
        { width: 0, kind: 'squar' },
        [
          "'width' must be a whole number from 1, not 0",
          "'kind' must be a kind, not 'squar'; did you mean 'square'?",
        ],
      ],
      [
        { width: 1, widht: 2 },
        ["a thing has no option 'widht'; did you mean 'width'? (allowed: width, kind, more)"],
      ],
      [{ width: 1, more: 'both' }, ['they contradict']],
      [{ width: 0, more: 'both' }, ["'width' must be a whole number from 1, not 0"]],
      [[], ['the options of a thing must be an object, not []']],
      [null, ['the options of a thing must be an object, not null']],
    ] as const)
      assert.deepEqual(problemsOfOptions(table, options), problems);
  });

  it('is shown shortly', () => {
    for (const [value, text] of [
      [() => 1, 'a function'],
      ['a'.repeat(50), `'${'a'.repeat(40)}'`],
      [7n, '7n'],
      [Number.NaN, 'NaN'],
      [undefined, 'undefined'],
      [{ a: 7n, b: () => 1 }, '{"a":"7n","b":"a function"}'],
      [['a'.repeat(80)], `["${'a'.repeat(58)}`],
    ] as const)
      assert.equal(shown(value), text);
  });

  it('may contradict another', () => {
    for (const [options, isSo] of [
      [{}, false],
      [{ min: 1 }, false],
      [{ max: 1 }, false],
      [{ min: 1, max: 1 }, false],
      [{ min: 2, max: 1 }, true],
    ] as const)
      assert.equal(minAboveMax<number>(options) !== undefined, isSo);
    for (const [options, isSo] of [
      [{ onDelete: 'detach', required: true }, true],
      [{ onDelete: 'detach', required: false }, false],
      [{ onDelete: 'detach' }, false],
      [{ onDelete: 'delete', required: true }, false],
    ] as const)
      assert.equal(detachedAndRequired(options) !== undefined, isSo);
  });
});

describe('a keyword of a schema', () => {
  const one = { type: 'string' };
  for (const [keyword, accepted, refused] of [
    [
      'type',
      ['string', 'null', ['integer', 'null'], 'number', 'boolean', 'array', 'object'],
      ['text', ['string', 'text'], 1],
    ],
    ['enum', [[], ['a', 1]], ['a', {}]],
    ['const', ['a', null, 0], []],
    ...['nullable', 'isId', 'uniqueItems'].map((each) => [each, [true, false], ['true', 1]] as const),
    ['format', ['int64', 'decimal'], ['date', 1]],
    ...['title', 'description', 'default', 'examples'].map((each) => [each, ['a', null], []] as const),
    ['properties', [{}, { a: one }], [[], 'a', { a: { type: 'text' } }, { a: one, b: 'c' }]],
    ['required', [[], ['a', 'b']], ['a', [1]]],
    ...['minProperties', 'maxProperties', 'minItems', 'maxItems', 'minLength', 'maxLength'].map(
      (each) => [each, [0, 5], [-1, 1.5, '1']] as const,
    ),
    ['additionalProperties', [true, false, one], ['a', { type: 'text' }]],
    ['items', [one], [[one], true, { type: 'text' }]],
    ['pattern', ['^a', ''], ['(', 1, /a/]],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
      (each) => [each, [0, -1.5], ['1', true]] as const,
    ),
    ...['anyOf', 'oneOf', 'allOf'].map(
      (each) => [each, [[], [one, {}]], [one, [one, 'a'], [one, { type: 'text' }]]] as const,
    ),
    ['not', [one], [[one], false, { type: 'text' }]],
  ] as const)
    it(keyword, () => {
      for (const value of accepted)
        assert.equal(problemOfSchemas({ body: { [keyword]: value } as never }), undefined);
      for (const value of refused)
        assert.match(problemOfSchemas({ body: { [keyword]: value } as never }) ?? '', /^'body/, shown(value));
    });

  it('that is misspelt is named with its place', () => {
    for (const [schemas, problem] of [
      [{}, undefined],
      [{ body: undefined, query: one }, undefined],
      [
        { body: one, query: { typ: 'string' } },
        /^'query': a schema has no option 'typ'; did you mean 'type'\?/,
      ],
      [
        { body: { properties: { a: one, b: { items: { typ: 1 } } } } },
        /^'body\.b': a schema has no option 'typ'/,
      ],
      [{ body: 'text' }, /^'body': must be a schema/],
    ] as const) {
      const found = problemOfSchemas(schemas as never);
      if (problem) assert.match(found ?? '', problem);
      else assert.equal(found, undefined);
    }
  });
});

describe('a keyword of a schema', () => {
  const problem = (schema: object) =>
    problemOfSchemas({ body: { type: 'object', properties: { x: schema } } });
  for (const [schema, vain] of [
    [{ type: 'string', format: 'int64' }, 'format'],
    [{ type: 'integer', format: 'decimal' }, 'format'],
    [{ type: 'string', maximum: 5 }, 'maximum'],
    [{ type: 'integer', maxLength: 5 }, 'maxLength'],
    [{ type: 'boolean', pattern: 'a' }, 'pattern'],
    [{ type: 'array', maxLength: 5 }, 'maxLength'],
    [{ type: 'object', maxItems: 5 }, 'maxItems'],
    [{ type: ['string', 'null'], items: {} }, 'items'],
  ] as const)
    it(`is refused where it checks nothing: ${JSON.stringify(schema)}`, () => {
      assert.match(problem(schema) ?? '', new RegExp(`^'body\\.x': '${vain}'.* checks nothing of the type `));
    });
  for (const schema of [
    { type: 'integer', format: 'int64', minimum: 1 },
    { type: 'string', format: 'decimal', maxLength: 5 },
    { type: ['string', 'null'], format: 'decimal' },
    { type: ['array', 'string'], maxLength: 5, maxItems: 5 },
    { maxLength: 5 },
  ])
    it(`is taken where it checks something: ${JSON.stringify(schema)}`, () => {
      assert.equal(problem(schema), undefined);
    });
});
