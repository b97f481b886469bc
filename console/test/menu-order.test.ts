import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inMenuOrder } from '../src/pages/admin/permissions/menu-order.ts';

it('permissions stand in the order of the menu, and then as they were', () => {
  const permissions = ['Administrators', 'Film', 'Log', 'People', 'People'].map((module) => ({ module }));
  const menu = [
    { label: 'Person', plural: 'People' },
    { label: 'Award', plural: 'Awards' },
    { label: 'Film', plural: 'Films' },
  ];
  assert.deepEqual(
    inMenuOrder(permissions, menu).map(({ module }) => module),
    ['People', 'People', 'Film', 'Administrators', 'Log'],
  );
});
