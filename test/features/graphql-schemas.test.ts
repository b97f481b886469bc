import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Door } from '../../server/access/door.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { defineCollection, everyone, login, text } from '../../server/definitions/index.ts';
import { loadLibrary } from '../../server/features/graphql/library.ts';
import { Schemas } from '../../server/features/graphql/schemas.ts';
import { allRights } from '../../server/records/rights.ts';

/** How many fields there are: each set of some of them is another right. */
const FIELDS = 6;
const names = Array.from({ length: FIELDS }, (_, index) => `field_${index}`);
const catalogue = makeCatalogue([
  defineCollection({
    ...{ name: 'item', label: 'Item', path: '/v1/item', audit: 'full' },
    fields: Object.fromEntries(names.map((name) => [name, text({ max: 20 })])),
    access: { read: everyone, create: login, update: login, delete: login },
  } as never),
]);
/** A caller who may see the fields whose bits are set. */
const door = (bits: number, id = 1n) => {
  const shows = (_: unknown, name: string) => ((bits >> names.indexOf(name)) & 1) === 1;
  const shownIn = (_: unknown, name: string) => (shows(_, name) ? 'all' : 'none');
  const rights = { ...allRights, shows, shownIn };
  return { admission: { identify: () => ({ id }), rightsOf: () => rights } } as unknown as Door;
};

describe('schemas', () => {
  let lib: Awaited<ReturnType<typeof loadLibrary>>;
  before(async () => {
    lib = await loadLibrary();
  });
  it('are shared by callers of the same rights and language', async () => {
    const schemas = new Schemas(catalogue, () => undefined);
    const one = await schemas.of(lib, door(3, 1n), 'en');
    assert.equal(await schemas.of(lib, door(3, 2n), 'en'), one);
    for (const [other, language] of [
      [door(1), 'en'],
      [door(3), 'zh'],
      [door(3, 0n), 'en'],
    ] as const)
      assert.notEqual(await schemas.of(lib, other, language), one);
    const fields = Object.keys(lib.assertObjectType(one.getType('Item')).getFields());
    assert.deepEqual(
      fields.filter((name) => name.startsWith('field_')),
      ['field_0', 'field_1'],
    );
  });

  it('are kept up to a number, those that were asked for last', async () => {
    const schemas = new Schemas(catalogue, () => undefined);
    const first = await schemas.of(lib, door(0), 'en');
    for (let bits = 1; bits < 2 ** FIELDS; bits += 1) {
      await schemas.of(lib, door(bits), 'en');
      assert.equal(await schemas.of(lib, door(0), 'en'), first);
      assert.ok(schemas.size <= 50);
    }
    assert.equal(schemas.size, 50);
  });
});
