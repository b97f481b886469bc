import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { preview } from '../../server/database/schema/migrate.ts';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  boolean,
  dateTime,
  decimal,
  integer,
  json,
  longText,
  point,
  reference,
  references,
  text,
} from '../../server/definitions/index.ts';
import { newDatabase } from '../support/test-database.ts';
import { apply, book, catalogueOf, start, withContext } from './migrating.ts';

describe('values are changed where each of them fits:', () => {
  const max = 9_223_372_036_854_775_807n;
  const units = decimal({ precision: 9, scale: 2 });
  const wide = decimal({ precision: 20, scale: 2 });
  /** How a number of smallest units is stored that 64 bits may not hold. */
  const wideText = (units: bigint) => String(units + 10n ** 65n).padStart(66, '0');
  const changes: [string, Fields[string], unknown[], Fields[string], unknown[]][] = [
    ['a shorter text', text({ max: 20 }), ['文'.repeat(5), ''], text({ max: 5 }), ['文'.repeat(5), '']],
    ['a short text', longText(), ['abc', null], text({ max: 5, indexed: true }), ['abc', null]],
    ['a smaller number', bigint(), [-(2n ** 31n), 7n], integer(), ['-2147483648', '7']],
    ['fewer digits', units, [123], decimal({ precision: 4, scale: 2 }), ['123']],
    ['more digits', units, [123], decimal({ precision: 11, scale: 2 }), ['123']],
    ['digits beyond 64 bits', units, [1990, -5, null], wide, [wideText(1990n), wideText(-5n), null]],
    ['digits within 64 bits', wide, [wideText(1990n), wideText(-5n)], units, ['1990', '-5']],
    ['many digits, and more', wide, [wideText(7n)], decimal({ precision: 65, scale: 2 }), [wideText(7n)]],
    ['many digits, and fewer', wide, [wideText(7n)], decimal({ precision: 19, scale: 2 }), [wideText(7n)]],
    [
      'many digits, another scale',
      wide,
      [wideText(7n)],
      decimal({ precision: 20, scale: 3 }),
      [wideText(70n)],
    ],
    ['a text to many digits', text({ max: 30 }), ['-0.05', null], wide, [wideText(-5n), null]],
    ['many digits to a text', wide, [wideText(-5n)], text({ max: 30 }), ['-0.05']],
    ['another scale', units, [1990, -5, null], decimal({ precision: 9, scale: 3 }), ['19900', '-50', null]],
    ['a lower scale', units, [1990], decimal({ precision: 9, scale: 1 }), ['199']],
    ['digits to a number', text({ max: 30 }), ['12', null], integer({ indexed: true }), ['12', null]],
    ['a number to digits', bigint(), [max], text({ max: 30 }), [String(max)]],
    ['a number to an amount', integer(), [5], units, ['500']],
    ['an amount to a number', units, [500], integer(), ['5']],
    ['a time to a number', dateTime(), [1_767_225_600_000], bigint(), ['1767225600000']],
    ['a text to a place', text({ max: 30 }), ['52.5,13.4', null], point(), ['5130000003359000000', null]],
    ['words to truth', text({ max: 9 }), ['true', 'false'], boolean(), ['1', '0']],
    [
      'a text to JSON',
      text({ max: 9, default: '' }),
      ['"a"'],
      json({ default: null as never }),
      ['"\\"a\\""'],
    ],
    ['one to many', reference('book'), [7, null], references('book'), ['[7]', '[]']],
    ['many to one', references('book'), ['[7]'], reference('book'), ['7']],
    ['null to the default', integer(), [null, 3], integer({ default: 8 }), ['8', '3']],
    ['no null to required', integer(), [3], integer({ required: true }), ['3']],
  ];
  for (const [what, before, values, after, wanted] of changes) {
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      await apply(kept, book({ extra: after }));
      await start(kept, book({ extra: after }));
      const records = await kept.look('select extra from book order by id');
      assert.deepEqual(
        records.map(({ extra }) => extra),
        wanted,
      );
    });
  }
});

describe('records in the way are counted and shown, and nothing is changed:', () => {
  const refused: [string, Fields[string], unknown[], Fields[string], RegExp][] = [
    [
      'a long text',
      text({ max: 9 }),
      ['abc', '文文文文', 'abcd'],
      text({ max: 3 }),
      /2 records .* 2 \("文文文文"\), 3/,
    ],
    ['a large number', bigint(), [2n ** 31n], integer(), /1 record .* 1 \(2147483648\)/],
    ['an amount', decimal({ precision: 9, scale: 2 }), [1999], integer(), /1 record .* 1 \("19\.99"\)/],
    [
      'more digits than 64 bits hold',
      decimal({ precision: 20, scale: 2 }),
      [`1${'0'.repeat(65)}`, `1${'0'.repeat(46)}${'9'.repeat(19)}`],
      decimal({ precision: 18, scale: 2 }),
      /1 record .* 2 \("99999999999999999\.99"\)/,
    ],
    ['a word', text({ max: 9 }), ['7', 'seven'], integer(), /1 record .* 2 \("seven"\)/],
    ['a secret', text({ max: 9, secret: true }), ['hidden'], integer({ secret: true }), /1 record .* 1$/m],
    ['null', integer(), [null, 3], integer({ required: true }), /1 record holds null: 1/],
    ['a duplicate', integer(), [3, 3], integer({ unique: true }), /1 value .* 3/],
  ];
  for (const [what, before, values, after, message] of refused) {
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      const { look, behind } = kept;
      const everything = async () => [
        await look((await behind()).presentColumns),
        await look('select * from quire_schema order by place'),
        await look('select * from book order by id'),
      ];
      const was = await everything();
      const changed = book({ extra: after, added: integer() });
      const { steps } = await withContext(kept, changed, preview);
      assert.match(steps.flatMap(({ obstacles }) => obstacles).join(), message);
      await assert.rejects(apply(kept, changed), message);
      assert.deepEqual(await everything(), was);
    });
  }
  test('a collection that lets go of its deleted records', async () => {
    const kept = await newDatabase();
    const source = { name: 'book', label: 'X', fields: { title: text({ max: 9 }) } };
    await start(kept, catalogueOf({ ...source, audit: 'full' }), {
      book: [{ title: 'A', is_deleted: true }],
    });
    await assert.rejects(
      apply(kept, catalogueOf({ ...source, audit: 'creation' })),
      /1 deleted record would/,
    );
  });
});
