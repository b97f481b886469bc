import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defineCollection,
  group,
  login,
  reference,
  references,
  text,
} from '../../server/definitions/index.ts';

const access = { read: login, create: login, update: login, delete: login };
const base = { name: 'page', label: 'Page', path: '/v1/page', audit: 'full', access } as const;
const title = text({ max: 9 });

const refused: Readonly<Record<string, readonly [define: () => unknown, because: RegExp]>> = {
  'another collection': [
    () => defineCollection({ ...base, fields: { title, parent: reference('shelf', { tree: true }) } }),
    /field 'parent': .* its target is 'page'/,
  ],
  'two trees': [
    () =>
      defineCollection({
        ...base,
        fields: { one: reference('page', { tree: true }), two: reference('page', { tree: true }) },
      }),
    /field 'two': a collection is one tree/,
  ],
  'a parent that every record needs': [
    () =>
      defineCollection({ ...base, fields: { parent: reference('page', { tree: true, required: true }) } }),
    /field 'parent': the first record of a tree has no parent/,
  ],
  'a default parent': [
    () => defineCollection({ ...base, fields: { parent: reference('page', { tree: true, default: 1n }) } }),
    /field 'parent': the first record of a tree has no parent/,
  ],
  'many parents': [
    () => defineCollection({ ...base, fields: { parents: references('page', { tree: true } as object) } }),
    /field 'parents': .*tree/,
  ],
  'something else than true': [
    () => defineCollection({ ...base, fields: { parent: reference('page', { tree: 'yes' } as object) } }),
    /field 'parent': .*tree/,
  ],
  'a part of a value': [
    () =>
      defineCollection({ ...base, fields: { inner: group({ parent: reference('page', { tree: true }) }) } }),
    /a tree belongs to the collection itself/,
  ],
};

for (const [what, [define, because]] of Object.entries(refused))
  test(`a tree is refused with ${what}`, () => assert.throws(define, because));

test('a tree is known by its field', () => {
  const { tree } = defineCollection({
    ...base,
    fields: { title, parent: reference('page', { tree: true }) },
  });
  assert.equal(tree, 'parent');
});
