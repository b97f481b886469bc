import { defineAccessTest } from 'quire-cms';

/** Checked by `quire access test`, on records that it makes. */
export default defineAccessTest({
  people: { customer: [], other: [], staff: ['order.see'] },
  values: { product: { stock: 100, price: '9.00' } },
  statements: ({ customer, other, staff, nobody, root }) => [
    customer.sees('order', { owner: customer }),
    customer.never.sees('order', { owner: other }),
    staff.sees('order', { owner: other }),
    staff.never.changes('order', { owner: other }),
    root.changes('order', { owner: other }),
    customer.creates('order'),
    nobody.never.creates('order'),
    nobody.never.calls('GET /cms/log'),
  ],
});
