// No engine changes its result: values are checked before a record is written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from '../../contract/json-schema.ts';
import { schemaCheck } from '../../server/definitions/check-schema.ts';

const body = Type.Object({
  amount: Type.Optional(Type.Nullable(Type.String({ format: 'decimal' }))),
  count: Type.Optional(Type.Integer({ format: 'int64' })),
  list: Type.Optional(Type.Array(Type.String({ format: 'decimal' }))),
});

describe('the formats of own schemas are checked', () => {
  for (const form of ['json', 'text'] as const) {
    const check = schemaCheck(body, form);
    for (const [value, field] of [
      [{ amount: '19.90' }, undefined],
      [{ amount: '-0' }, undefined],
      [{ amount: '000123456789012345678901.5' }, undefined],
      [{ amount: '1'.repeat(80) }, undefined],
      [{ count: 9_007_199_254_740_991 }, undefined],
      [{ list: ['1', '2.5'] }, undefined],
      [{ amount: '' }, 'amount'],
      [{ amount: '1,5' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ amount: ' 1' }, 'amount'],
      [{ amount: '1.' }, 'amount'],
      [{ amount: 'NaN' }, 'amount'],
      [{ amount: '1'.repeat(81) }, 'amount'],
      [{ count: 9_007_199_254_740_992 }, 'count'],
      [{ list: ['1', 'x'] }, 'list.1'],
    ] as const)
      it(`${form}: ${JSON.stringify(value)}`, () => {
        const problems = check(structuredClone(value));
        assert.deepEqual(Object.keys(problems ?? {}), field === undefined ? [] : [field]);
      });
  }
});
