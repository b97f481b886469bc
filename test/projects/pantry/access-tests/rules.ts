import { defineAccessTest } from 'quire-cms';

/** None of these values is one that a form would suggest: codes, files, people, and records behind records. */
export default defineAccessTest({
  people: { a: [], b: [], planner: ['tour.edit', 'stop.edit'], keeper: ['lot.edit', 'product.edit'] },
  values: { product: { sku: 'ABC-123' } },
  statements: ({ a, b, planner, keeper, nobody, root }) => [
    nobody.sees('product'),
    a.sees('product', { owner: b }),
    keeper.creates('product'),
    keeper.creates('product', { values: { sku: 'XYZ-999' } }),
    a.never.creates('product'),
    nobody.never.changes('product'),
    a.sees('lot'),
    a.sees('lot', { owner: a }),
    keeper.creates('lot'),
    keeper.changes('lot', { owner: a }),
    a.never.deletes('lot'),
    nobody.never.sees('lot', { values: { product: { sku: 'DEF-456' } } }),
    a.sees('tour', { values: { driver: a } }),
    b.never.sees('tour', { values: { driver: a } }),
    a.changes('tour', { owner: root, values: { driver: a } }),
    a.never.deletes('tour', { values: { driver: a } }),
    planner.sees('tour', { values: { driver: b } }),
    planner.creates('tour', { values: { driver: a } }),
    a.sees('stop', { values: { tour: { driver: a } } }),
    b.never.sees('stop', { values: { tour: { driver: a } } }),
    a.creates('stop', { values: { tour: { driver: a } } }),
    a.never.sees('stop', { values: { tour: { driver: a } }, field: 'receipt' }),
    planner.sees('stop', { values: { tour: { driver: a } }, field: 'receipt' }),
    a.never.sees('depot', { field: 'contact' }),
    a.sees('depot', { owner: b, field: 'code' }),
  ],
});
