import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Field } from '../../server/definitions/field.ts';
import {
  blocks,
  defineCollection,
  group,
  integer,
  list,
  login,
  reference,
  richText,
  slug,
  text,
} from '../../server/definitions/index.ts';
import { Problem } from '../../server/definitions/problem.ts';

const line = text({ max: 9 });
const deep = group({ a: group({ b: group({ c: group({ d: group({ e: line }) }) }) }) });

describe('a definition is refused with', () => {
  const refused: Record<string, [field: () => Field, problem: RegExp]> = {
    'a group without fields': [() => group({}), /its fields must be an object/],
    'a group of what are no fields': [() => group({ a: 'text' } as never), /'a': must be a field/],
    'a list of what is several fields': [
      () => list({ a: line } as never),
      /must be one field: put several into group/,
    ],
    'a member with a wrong option': [() => group({ a: text({ max: -1 }) }), /'a': 'max' must be/],
    'an invalid name': [() => group({ 'a.b': line }), /'a\.b': the name must be snake_case/],
    'a name that filters use': [() => group({ contains: line }), /'contains': filters use this name/],
    'a unique member': [
      () => group({ a: text({ max: 9, unique: true }) }),
      /'a': unique belongs to the collection/,
    ],
    'an indexed member': [() => list(text({ max: 9, indexed: true })), /indexed already/],
    'a secret member': [
      () => group({ a: text({ max: 9, secret: true }) }),
      /secret belongs to the whole field/,
    ],
    'a localised member': [
      () => group({ a: text({ max: 9, localised: true }) }),
      /localised belongs to fields of/,
    ],
    'a searched member': [() => list(text({ max: 9, searchable: true })), /q does not search inside/],
    'a member with a rule': [() => group({ a: text({ max: 9, read: login }) }), /belong to the whole field/],
    'a slug': [() => group({ a: slug({ from: 'title' }) }), /a slug is made from/],
    'a reference that deletes': [
      () => list(reference('book', { onDelete: 'delete' })),
      /would delete a record for a part/,
    ],
    'a bad default': [() => group({ a: text({ max: 1, default: 'ab' }) }), /'a': its default does not fit/],
    'a required element': [() => list(text({ max: 9, required: true })), /never null/],
    'an element with a default': [() => list(text({ max: 9, default: 'a' })), /no default/],
    'fields too deep in each other': [() => group({ z: deep }), /at most 5 levels/],
    'a list of nothing': [() => list(undefined as never), /must be a field/],
    'bounds that cross': [() => list(line, { required: true, min: 3, max: 2 }), /'min' must not be above/],
    'a least number without required': [() => list(line, { min: 3 }), /'min' needs 'required'/],
    'a list that may become empty': [
      () => list(reference('book', { onDelete: 'detach' }), { required: true }),
      /would leave it empty/,
    ],
    'an unknown option': [() => list(line, { uniqe: true } as never), /list has no option 'uniqe'/],
    'blocks without types': [() => blocks({}), /its types must be an object/],
    'a block that is no group': [() => blocks({ a: line }), /'a': must be a group/],
    'a member that says the type': [() => blocks({ a: group({ type: line }) }), /'type': this name says/],
    'one name for two types of values': [
      () => blocks({ a: group({ x: line }), b: group({ x: integer() }) }),
      /'x': blocks that share the name/,
    ],
  };
  for (const [what, [field, problem]] of Object.entries(refused))
    it(what, () =>
      assert.throws(
        () => defineCollection({ name: 'book', label: 'x', audit: 'none', fields: { extra: field() } }),
        problem,
      ),
    );
});

it('an index over a field of fields, and a title from it, are refused', () => {
  const fields = { extra: list(line) };
  const record = { name: 'book', label: 'x', audit: 'none', fields } as const;
  assert.throws(() => defineCollection({ ...record, indexes: [['extra']] }), /index over extra/);
  assert.throws(() => defineCollection({ ...record, titleField: 'extra' }), /titleField|title/);
});

it('the policies of texts inside are those of the field', () => {
  assert.match(String(list(group({ body: richText() })).policy), /^nested body=html \d+$/);
  assert.equal(list(line).policy, 'text');
});

describe('the rich texts of a value', () => {
  const sections = list(group({ words: richText({ format: 'markdown', default: '' }) }));
  const written = (count: number, words: string) =>
    sections.clean(Array.from({ length: count }, () => ({ words })));
  it('have bounds together, however they are divided', () => {
    assert.ok(Array.isArray(written(50, '*a* '.repeat(190))));
    for (const [count, words, key] of [
      [100, '*a* '.repeat(190), 'tooMuchMarkup'],
      [90, 'a\n'.repeat(250), 'tooMuchMarkup'],
      [100, 'a '.repeat(1000), 'tooLong'],
    ] as const) {
      const problem = written(count, words);
      assert.ok(problem instanceof Problem);
      assert.deepEqual([(problem.text as { key: string }).key, problem.within], [key, undefined]);
    }
  });
});
