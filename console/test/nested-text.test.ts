import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromText } from '../../server/shared/exact-json.ts';
import type { Inner } from '../src/fields/nested/inner-field.ts';
import { nestedText } from '../src/fields/nested/nested-text.ts';

const field = (name: string, kind: string, more: Partial<Inner> = {}): Inner => ({
  name,
  kind,
  label: name.toUpperCase(),
  required: false,
  allows_null: true,
  unique: false,
  ...more,
});
const tags = field('tags', 'list', { items: field('tag', 'text') });
const line = field('line', 'group', { members: [field('what', 'text'), field('price', 'decimal'), tags] });
const lines = field('lines', 'list', { items: line });
const quote = { type: 'quote', label: 'Quote', members: [field('words', 'text')] };
const parts = field('parts', 'blocks', { blocks: [quote] });

describe('a value of fields inside a field reads', () => {
  for (const [what, inner, json, text] of [
    ['a group', line, '{"what":"tea","price":"1.10","tags":[]}', 'WHAT: tea\nPRICE: 1.10'],
    ['no group', line, 'null', ''],
    ['a list in a group', line, '{"tags":["a","b"]}', 'TAGS\n  - a\n  - b'],
    ['groups in a list', lines, '[{"what":"tea","price":"2"},{}]', '- WHAT: tea\n  PRICE: 2\n- '],
    ['a text of two lines', lines, '[{"what":"tea\\ncup"}]', '- WHAT: tea\n  cup'],
    [
      'numbers as written',
      field('it', 'list', { items: field('n', 'bigint') }),
      '[9007199254740993]',
      '- 9007199254740993',
    ],
    ['blocks', parts, '[{"type":"quote","words":"Yes"}]', '- Quote\n  WORDS: Yes'],
    ['a block whose type is no more', parts, '[{"type":"map","at":1}]', '- map'],
  ] as const)
    it(what, () => {
      assert.equal(
        nestedText(inner, fromText(json), (_, value) => String(value ?? '')),
        text,
      );
    });
});
