import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fields } from '../../server/definitions/field.ts';
import { bigint, integer, longText, text } from '../../server/definitions/index.ts';
import { newDatabase } from '../support/test-database.ts';
import { everything, start } from './books.ts';

describe('an earlier version that starts again, as when a deployment is rolled back,', () => {
  const title = text({ max: 9, required: true });
  const versions: Fields[] = [
    { title },
    { title: text({ max: 20, required: true, indexed: true }), pages: integer({ default: 3, unique: true }) },
    {
      title: longText({ required: true }),
      pages: bigint({ default: 3n }),
      note: text({ max: 9, indexed: true }),
    },
  ];
  test('finds its columns, and leaves what came since', async () => {
    const kept = await newDatabase();
    for (const fields of versions) await start(kept, fields);
    await kept.change("update book set note = 'kept'");
    const was = await everything(kept);
    for (const fields of [versions[0], versions[1], versions[0]] as Fields[]) await start(kept, fields);
    const now = await everything(kept);
    assert.deepEqual([now[0], now[2], now[3]], [was[0], was[2], was[3]]);
    const indexes = new Set<unknown>(now[1]);
    for (const index of was[1] ?? []) assert.ok(indexes.has(index), `${index} stays`);
    await start(kept, versions[2] as Fields);
    assert.deepEqual(await everything(kept), was);
  });
  test('goes without an index where texts are too long for it by now, unless it is unique', async () => {
    const kept = await newDatabase();
    const first = { title: text({ max: 9, indexed: true }), name: text({ max: 9, indexed: true }) };
    await start(kept, first, 'A');
    const later = { title: longText(), name: text({ max: 4000 }) };
    await start(kept, later);
    const was = await everything(kept);
    await start(kept, first);
    assert.deepEqual(await everything(kept), was);
    const unique = { ...first, name: text({ max: 9, unique: true }) };
    await assert.rejects(
      start(kept, unique),
      /book\.name\.key is unique, but a later version made its texts/,
    );
    assert.deepEqual(await everything(kept), was);
    await start(kept, later);
  });
  const others: [string, Fields, RegExp][] = [
    [
      'a field that was there at first',
      { pages: bigint({ default: 3n }), note: text({ max: 9 }) },
      /book\.title /,
    ],
    [
      'a field of the middle',
      { title: longText({ required: true }), note: text({ max: 9 }) },
      /book\.pages /,
    ],
    [
      'a bound of one version and fields of another',
      { title, pages: integer({ default: 3 }) },
      /book\.title /,
    ],
  ];
  for (const [what, fields, said] of others)
    test(`is no version that lost ${what}`, async () => {
      const kept = await newDatabase();
      for (const version of versions) await start(kept, version);
      const was = await everything(kept);
      await assert.rejects(start(kept, fields), said);
      assert.deepEqual(await everything(kept), was);
    });
});
