import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  blocks,
  group,
  integer,
  json,
  list,
  reference,
  text,
} from '../../server/definitions/index.ts';
import { newDatabase } from '../support/test-database.ts';
import { apply, book, start } from './migrating.ts';

const street = text({ max: 20, required: true });
const index = 'select path, number, text from book___nested order by path, number, text';

describe('the shape of a field of fields changes:', () => {
  test('a start adds members that may be null, and types of blocks', async () => {
    const kept = await newDatabase();
    const before = { extra: group({ street }), parts: blocks({ a: group({ n: integer() }) }) };
    await start(kept, book(before), { book: [{ extra: '{"street":"x"}', parts: '[{"type":"a","n":1}]' }] });
    const after = {
      extra: group({ street: text({ max: 30, required: true }), floor: integer() }),
      parts: blocks({ a: group({ n: integer(), m: text({ max: 9 }) }), b: group({ n: integer() }) }),
    };
    await start(kept, book(after));
    const records = await kept.look('select extra from book');
    assert.deepEqual(records, [{ extra: '{"street":"x"}' }], 'nothing is rewritten');
  });

  const conversions: Record<
    string,
    [before: Fields[string], values: unknown, after: Fields[string], wanted: string, indexed: string[]]
  > = {
    'a member with a new name': [
      group({ street }),
      { street: 'x' },
      group({ road: text({ max: 20, required: true, renamedFrom: 'street' }) }),
      '{"road":"x"}',
      ['extra.road'],
    ],
    'a member that is gone': [
      group({ street, floor: integer() }),
      { street: 'x', floor: 2 },
      group({ street }),
      '{"street":"x"}',
      ['extra.street'],
    ],
    'a member of another kind': [
      group({ floor: text({ max: 9 }) }),
      { floor: '12' },
      group({ floor: integer() }),
      '{"floor":12}',
      ['extra.floor'],
    ],
    'JSON to a list': [json(), ['a', 'b'], list(text({ max: 9 })), '["a","b"]', ['extra', 'extra']],
    'a text to a list': [text({ max: 9 }), 'a', list(text({ max: 9 })), '["a"]', ['extra']],
    'a reference to a list of references': [reference('book'), 1n, list(reference('book')), '[1]', ['extra']],
    'a list to a list of groups': [
      list(group({ n: integer() })),
      [{ n: 1 }],
      list(group({ n: bigint(), m: integer({ default: 7 }) })),
      '[{"n":1,"m":7}]',
      ['extra.m', 'extra.n'],
    ],
    'a group to JSON': [group({ street }), { street: 'x' }, json(), '{"street":"x"}', []],
  };
  for (const [what, [before, value, after, wanted, indexed]] of Object.entries(conversions))
    test(`migrate converts ${what}`, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before, other: list(text({ max: 9 })) }), {
        book: [{ extra: typeof value === 'object' ? JSON.stringify(value) : value, other: '["kept"]' }],
      });
      await apply(kept, book({ extra: after, other: list(text({ max: 9 })) }));
      await start(kept, book({ extra: after, other: list(text({ max: 9 })) }));
      const [record] = await kept.look('select extra from book');
      assert.equal(record?.extra, wanted);
      const paths = (await kept.look(index)).map(({ path }) => path);
      assert.deepEqual(paths, indexed);
    });

  test('what no longer fits is told, and kept', async () => {
    const kept = await newDatabase();
    await start(kept, book({ extra: group({ floor: text({ max: 9 }) }) }), {
      book: [{ extra: '{"floor":"1"}' }, { extra: '{"floor":"roof"}' }],
    });
    await assert.rejects(() => apply(kept, book({ extra: group({ floor: integer() }) })), /roof/);
    const records = await kept.look('select extra from book order by id');
    assert.deepEqual(records, [{ extra: '{"floor":"1"}' }, { extra: '{"floor":"roof"}' }]);
  });

  test('a dropped field leaves the index, and a renamed one moves in it', async () => {
    const kept = await newDatabase();
    await start(kept, book({ extra: list(text({ max: 9 })), extra_b: list(text({ max: 9 })) }), {
      book: [{ extra: '["a"]', extra_b: '["b"]' }],
    });
    await apply(kept, book({ tags: list(text({ max: 9 }), { renamedFrom: 'extra_b' }) }));
    assert.deepEqual(
      (await kept.look(index)).map(({ path, text: one }) => [path, one]),
      [['tags', 'b']],
    );
  });
});
