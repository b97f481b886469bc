import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldDescription } from '../src/api/definitions.ts';
import { operatorsFor } from '../src/pages/list/filter/filter-fields.ts';
import { keptValue } from '../src/pages/list/filter/new-condition.ts';

const EQUALITY = ['eq', 'ne', 'in', 'null'];
const fieldOf = (kind: string, filters: readonly string[]): FieldDescription => ({
  name: 'one',
  label: 'One',
  kind,
  readable: true,
  creatable: true,
  updatable: true,
  required: false,
  allows_null: true,
  unique: false,
  sortable: false,
  searchable: false,
  filters: [...filters],
});

describe('the comparisons that a filter offers', () => {
  for (const [kind, filters, offered] of [
    ['point', [...EQUALITY, 'near', 'within'], ['near', 'eq', 'ne', 'null']],
    ['integer', [...EQUALITY, 'gt', 'lt'], ['eq', 'ne', 'in', 'gt', 'lt', 'null']],
    ['choice', [...EQUALITY, 'contains'], ['eq', 'ne', 'in', 'null']],
  ] as const)
    it(kind, () => assert.deepEqual(operatorsFor(fieldOf(kind, filters)), offered));
});

describe('another comparison', () => {
  const place = fieldOf('point', []);
  const year = fieldOf('integer', []);
  for (const [field, before, value, next, kept] of [
    [place, 'near', '52.5,13.4,500', 'eq', ''],
    [place, 'eq', '52.5,13.4', 'near', ''],
    [place, 'eq', '52.5,13.4', 'ne', '52.5,13.4'],
    [year, 'in', '1,2', 'eq', '1'],
    [year, 'eq', '1', 'gt', '1'],
    [year, 'eq', '1', 'null', 'true'],
    [year, 'null', 'true', 'eq', ''],
  ] as const)
    it(`${next} after ${before} keeps of ${value} what it can read`, () => {
      assert.equal(keptValue(field, { field: 'one', operator: before, value }, next), kept);
    });
});
