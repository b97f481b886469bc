import { defineGroup, defineServiceUser } from 'quire-cms';

export const staff = defineGroup({
  name: 'staff',
  info: 'Keeps the products',
  permissions: ['product.edit', 'order.see'],
  inStep: true,
});

export const warehouse = defineServiceUser({ username: 'warehouse', groups: ['staff'] });
