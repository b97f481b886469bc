import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defineCollection,
  defineSingleton,
  group,
  json,
  login,
  position,
  reference,
  text,
} from '../../server/definitions/index.ts';

const access = { read: login, create: login, update: login, delete: login };
const base = { name: 'track', label: 'Track', path: '/v1/track', audit: 'full', access } as const;

const refused: Readonly<Record<string, readonly [define: () => unknown, because: RegExp]>> = {
  'an unknown option': [
    () => defineCollection({ ...base, fields: { place: position({ inside: 'list' } as object) } }),
    /inside/,
  ],
  'a list by a field that is missing': [
    () =>
      defineCollection({
        ...base,
        fields: { list: reference('list'), place: position({ within: 'lists' }) },
      }),
    /within names 'lists'.*list/,
  ],
  'a list by a long value': [
    () => defineCollection({ ...base, fields: { list: json(), place: position({ within: 'list' }) } }),
    /within names 'list'/,
  ],
  'two positions': [
    () => defineCollection({ ...base, fields: { one: position(), two: position() } }),
    /field 'two': a collection has one position/,
  ],
  'a collection with drafts': [
    () => defineCollection({ ...base, drafts: true, fields: { place: position() } }),
    /a collection with drafts cannot have a position/,
  ],
  'a singleton': [
    () =>
      defineSingleton({
        name: 'site',
        label: 'Site',
        audit: 'none',
        fields: { title: text({ max: 9 }), place: position() },
      }),
    /one record has no position/,
  ],
  'a part of a value': [
    () => defineCollection({ ...base, fields: { inner: group({ place: position() }) } }),
    /a position belongs to the collection itself/,
  ],
};

for (const [what, [define, because]] of Object.entries(refused))
  test(`a position is refused with ${what}`, () => assert.throws(define, because));

test('a position brings an index along', () => {
  const { indexes, order } = defineCollection({
    ...base,
    fields: { list: reference('list'), place: position({ within: 'list' }) },
  });
  assert.deepEqual(order, { field: 'place', within: 'list' });
  assert.ok(indexes.some((index) => index.join() === 'list,place'));
});
