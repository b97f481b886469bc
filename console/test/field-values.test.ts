import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromText, toJson } from '../../server/shared/exact-json.ts';
import { readValue, sameValue, UNREADABLE, writeValue } from '../src/form/field-values.ts';

const field = (kind: string, allows_null = false) => ({ name: 'it', kind, allows_null });

describe('what a form holds of a value', () => {
  const record = fromText(
    '{"id":9223372036854775807,"few":[1,9007199254740993],"json":{"a":0.12345678901234567890,"b":[1e400]},"price":"1.10"}',
  ) as Record<string, unknown>;
  for (const [kind, value, held] of [
    ['reference', record.id, '9223372036854775807'],
    ['bigint', record.id, '9223372036854775807'],
    ['references', record.few, ['1', '9007199254740993']],
    ['json', record.json, '{\n  "a": 0.12345678901234567890,\n  "b": [\n    1e400\n  ]\n}'],
    ['decimal', record.price, '1.10'],
    ['integer', 7, '7'],
    ['date-time', 1_700_000_000_000, '1700000000000'],
    ['text', null, ''],
    ['boolean', null, null],
    ['references', null, []],
    ['kind-of-tomorrow', 'a', 'a'],
  ] as const)
    it(`of a ${kind} it is ${JSON.stringify(held)}`, () => {
      assert.deepEqual(readValue(field(kind), value), held);
    });
});

describe('what is sent for what was typed', () => {
  for (const [kind, typed, sent] of [
    ['integer', '42', '42'],
    ['integer', ' ４２ ', '42'],
    ['integer', 'many', '"many"'],
    ['integer', '12345678901234567890', '"12345678901234567890"'],
    ['bigint', '9223372036854775807', '"9223372036854775807"'],
    ['decimal', '0.10', '"0.10"'],
    ['json', '{"a": 1.10, "b": 12345678901234567890}', '{"a":1.1,"b":12345678901234567890}'],
    ['json', '', 'null'],
    ['text', '', '""'],
    ['date', '', 'null'],
    ['references', ['2', '1'], '["2","1"]'],
  ] as const)
    it(`of a ${kind} with ${JSON.stringify(typed)} it is ${sent}`, () => {
      assert.equal(toJson(writeValue(field(kind), typed)), sent);
    });

  it('of an emptied text that may be null it is null', () => {
    assert.equal(writeValue(field('text', true), ''), null);
  });

  it('of broken JSON it is nothing', () => {
    assert.equal(writeValue(field('json'), '{"a":'), UNREADABLE);
  });
});

describe('values that mean the same', () => {
  for (const [kind, one, other, isSame] of [
    ['integer', '007', '7', true],
    ['decimal', '1.10', '１.1', true],
    ['decimal', '-0.00', '0', true],
    ['decimal', '1.10', '1.01', false],
    ['decimal', `${'9'.repeat(45)}.10`, `${'9'.repeat(45)}.1`, true],
    ['decimal', `${'9'.repeat(45)}.10`, `${'9'.repeat(44)}8.1`, false],
    ['bigint', '9007199254740993', '9007199254740992', false],
    ['json', '{"a": 1}', '{"a":1}', true],
    ['json', '{"a":1.10}', '{"a":1.1}', true],
    ['json', '{"a":9007199254740993}', '{"a":9007199254740992}', false],
    ['json', '{"a":', '{"a":', true],
    ['references', ['1', '2'], ['2', '1'], false],
    ['boolean', null, false, false],
    ['text', 'a', 'a ', false],
  ] as const)
    it(`${kind}: ${JSON.stringify(one)} and ${JSON.stringify(other)}: ${isSame}`, () => {
      assert.equal(sameValue(field(kind), one, other), isSame);
    });
});
