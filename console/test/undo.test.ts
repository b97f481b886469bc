import assert from 'node:assert/strict';
import { it } from 'node:test';
import { planUndo } from '../src/form/undo.ts';

const field = (name: string, kind: string) => ({ name, kind, allows_null: true });
const fields = [field('title', 'text'), field('weight', 'decimal'), field('cast', 'references')];
const changes = {
  title: { before: 'Old', after: 'New' },
  weight: { before: '1.00', after: '2.50' },
  cast: { before: [1, 2], after: [2] },
};

it('puts back every field that still holds what the change gave it', () =>
  assert.deepEqual(planUndo(fields, changes, { title: 'New', weight: '2.5', cast: ['2'] }), {
    values: { title: 'Old', weight: '1.00', cast: ['1', '2'] },
    changedSince: [],
  }));

it('leaves what somebody has changed since, and tells of it', () =>
  assert.deepEqual(planUndo(fields, changes, { title: 'Newer', weight: '2.50', cast: [] }), {
    values: { weight: '1.00' },
    changedSince: [fields[0], fields[2]],
  }));
