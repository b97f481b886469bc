// No engine changes its result: how heavy an answer is, and which index serves a list, is worked out without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_ANSWER_CHARACTERS, MAX_BODY_BYTES, MAX_PLACED } from '../../contract/limits.ts';
import type { Catalogue } from '../../server/definitions/catalogue.ts';
import {
  choice,
  defineCollection,
  everyone,
  integer,
  json,
  longText,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import {
  charactersOf,
  isAlwaysBounded,
  mayBeTooLong,
  mostCharacters,
  requireBounded,
  requireLight,
  untilTooLong,
} from '../../server/records/lists/answer-weight.ts';
import { Advice, fitIndexes } from '../../server/records/lists/index-fit.ts';
import type { Condition } from '../../server/records/query/conditions/condition.ts';
import { byId, type Sort } from '../../server/records/query/sort.ts';

const film = defineCollection({
  name: 'film',
  label: 'Film',
  path: '/v1/film',
  audit: 'none',
  fields: {
    title: text({ max: 80, required: true }),
    code: text({ max: 9, unique: true }),
    year: integer(),
    rating: integer(),
    country: choice(['fr', 'it']),
    plot: longText({ default: '' }),
    cast: json(),
  },
  indexes: [['country', 'year'], ['year']],
  access: {
    read: everyone,
    create: superAdministrator,
    update: superAdministrator,
    delete: superAdministrator,
  },
});

/** The names of the parameters that a refusal is about; undefined if nothing is refused. */
function refusedBy(check: () => unknown): string[] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return Object.keys(error.problems);
  }
}

describe('the weight of an answer', () => {
  it('is that of its texts, parts and other values', () => {
    for (const [value, characters] of [
      ['', 0],
      ['abc', 3],
      [7, 4],
      [null, 4],
      [undefined, 4],
      [true, 4],
      [[], 2],
      [['ab', 7], 8],
      [{ a: 'abc', b: ['x'] }, 8],
    ] as const)
      assert.equal(charactersOf(value), characters, JSON.stringify(value));
  });

  it('can be as much as the columns hold', () => {
    for (const [names, most] of [
      [[], 0],
      [['title'], 80],
      [['year'], 20],
      [['unknown'], 20],
      [['plot'], MAX_BODY_BYTES],
      [['cast'], MAX_BODY_BYTES],
      [['title', 'code', 'year'], 109],
    ] as const)
      assert.equal(mostCharacters(film, names), most, names.join());
    const records = MAX_ANSWER_CHARACTERS / 80;
    assert.deepEqual(
      [mayBeTooLong(film, ['title'], records), mayBeTooLong(film, ['title'], records + 1)],
      [false, true],
    );
  });

  it('counts all records but the last', () => {
    const full = { text: 'a'.repeat(MAX_ANSWER_CHARACTERS - 2) };
    for (const [records, refused] of [
      [[], undefined],
      [[{ text: `${full.text}abc` }], undefined],
      [[full, full], undefined],
      [[{}, full, full], ['count']],
    ] as const)
      assert.deepEqual(
        refusedBy(() => requireLight(records)),
        refused,
      );
    assert.deepEqual(
      refusedBy(() => requireLight([{}, full, full], 'expand')),
      ['expand'],
    );
  });

  it('ends a reading that goes too far', () => {
    const record = { text: 'a'.repeat(MAX_ANSWER_CHARACTERS) };
    const asked: unknown[] = [];
    const read = (records: object[]) =>
      untilTooLong(
        {
          all: (statement: unknown) => {
            asked.push(statement);
            return records;
          },
        } as never,
        'expand',
      ).all({ sql: 's' } as never);
    assert.deepEqual(read([record]), [record]);
    assert.deepEqual(
      refusedBy(() => read([record, record])),
      ['expand'],
    );
    assert.deepEqual(asked[0], { sql: 's', enough: MAX_ANSWER_CHARACTERS });
  });

  it('includes what is expanded', () => {
    const [half, one] = [MAX_PLACED / 2, { characters: 1, placed: 1 }];
    for (const [weights, refused] of [
      [[], undefined],
      [
        [
          { characters: 0, placed: half },
          { characters: 0, placed: half },
        ],
        undefined,
      ],
      [[{ characters: 0, placed: half }, { characters: 0, placed: half }, one], ['expand']],
      [[{ characters: MAX_ANSWER_CHARACTERS - 1, placed: 1 }, one], undefined],
      [[{ characters: MAX_ANSWER_CHARACTERS, placed: 1 }, one], ['expand']],
      [[{ characters: MAX_ANSWER_CHARACTERS + 1, placed: 0 }], undefined],
    ] as const)
      assert.deepEqual(
        refusedBy(() => requireBounded(weights)),
        refused,
      );
    for (const [most, records, isBounded] of [
      [{ characters: 0, placed: MAX_PLACED / 10 }, 10, true],
      [{ characters: 0, placed: MAX_PLACED / 10 }, 11, false],
      [{ characters: MAX_ANSWER_CHARACTERS / 10, placed: 0 }, 10, true],
      [{ characters: MAX_ANSWER_CHARACTERS / 10, placed: 0 }, 11, false],
    ] as const)
      assert.equal(isAlwaysBounded(most, records), isBounded);
  });
});

describe('a list', () => {
  const catalogue = { get: () => film } as unknown as Catalogue;
  const is = (column: string, comparison = '='): Condition => ({
    column,
    is: comparison as '=',
    slot: column,
  });
  const all = (...every: Condition[]): Condition => ({ every });
  const by = (...columns: string[]): Sort => [
    ...columns.map((column) => ({
      ...{ column: column.replace('-', ''), kind: { type: 'integer' } as const },
      ...{ descending: column.startsWith('-'), nullable: true },
    })),
    ...byId.map((last) => ({ ...last, descending: columns[0]?.startsWith('-') ?? false })),
  ];
  const index = (...columns: string[]) =>
    `A list of 'film' reads many records. This index would serve it: indexes: [['${columns.join("', '")}']]`;
  for (const [what, where, sort, isQuick, advice] of [
    ['of all records', all(), byId, true, []],
    ['in the order of an index', all(), by('year'), true, []],
    ['in its opposite order', all(), by('-year'), true, []],
    ['in the order of a longer index', all(), by('country', 'year'), true, []],
    ['in two directions', all(), by('country', '-year'), false, [index('country', 'year')]],
    ['in an order without an index', all(), by('title'), false, [index('title')]],
    ['of one value, in the order that follows', is('country'), by('year'), true, []],
    ['of no value, in the order that follows', { column: 'country', isNull: true }, by('year'), true, []],
    ['of any value', { column: 'country', isNull: false }, by('year'), false, []],
    ['of one value, by the id', is('year'), byId, true, []],
    ['of one value without an index', is('title'), byId, false, [index('title')]],
    ['of two values of an index', all(is('country'), is('year')), byId, true, []],
    ['of two values, one without an index', all(is('country'), is('title')), byId, false, []],
    [
      'of two values, sorted by a third',
      all(is('title'), is('rating')),
      by('code'),
      false,
      [index('title', 'rating', 'code')],
    ],
    ['of a unique value', is('code'), by('title'), true, []],
    ['of an id', is('id'), by('title'), true, []],
    ['of a range, in its order', is('year', '>'), by('year'), true, []],
    ['of a range, in another order', is('year', '>'), by('country', 'year'), false, []],
    ['of a range, by the id', is('year', '<='), byId, false, []],
    ['of a range without an index', is('rating', '>='), byId, false, [index('rating')]],
    ['of a few values', { column: 'year', in: ['a', 'b'] }, by('year'), true, []],
    [
      'of listed values',
      { column: 'rating', listed: 'a', as: 'integer' as never },
      byId,
      false,
      [index('rating')],
    ],
    ['of all values but one', is('year', '<>'), by('year'), false, []],
    ['of a text within', { column: 'title', contains: 't' }, by('year'), false, []],
    ['of alternatives', { some: [is('year'), is('rating')] }, byId, false, [index('rating')]],
    [
      'through a reference',
      { column: 'id', refersTo: 'film', where: is('title') },
      byId,
      false,
      [index('title')],
    ],
    ['by a computed order', all(), by('distance'), false, []],
    ['of a range, by a computed order', is('rating', '>'), by('distance'), false, [index('rating')]],
  ] as const)
    it(`${what}: ${isQuick ? 'quick' : advice.join() || 'no better index'}`, () => {
      const fit = fitIndexes(catalogue, film, where as Condition, sort);
      assert.deepEqual([fit.isQuick, fit.advice.map(({ line }) => line)], [isQuick, advice]);
    });

  it('is advised once', () => {
    const [advice, lines] = [new Advice(), [] as string[]];
    advice.give('before');
    advice.listen((line) => lines.push(line));
    for (const line of ['a', 'b', 'a', 'before']) advice.give(line);
    assert.deepEqual(lines, ['a', 'b']);
    assert.deepEqual([advice.isNew('a'), advice.isNew('c')], [false, true]);
  });
});
