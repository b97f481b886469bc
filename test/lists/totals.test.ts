import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({
  contentDir: projectOf({
    'content/shop.ts': `export default defineCollection({
      name: 'shop', label: 'Shop', path: '/v1/shop', audit: 'full',
      fields: { name: text({ max: 20 }), state: choice(['open', 'shut'], { default: 'open' }), about: text({ max: 9000 }) },
      access: { read: everyone, create: login, update: login, delete: login },
    });`,
    'content/offer.ts': `export default defineCollection({
      name: 'offer', label: 'Offer', path: '/v1/offer', audit: 'full',
      fields: { name: text({ max: 20 }), shop: reference('shop') },
      access: {
        read: recordsWhere(everyone, { shop: { state: 'open' } }),
        create: login, update: login, delete: login,
      },
    });`,
  }),
});
const { root, nobody } = app;
const totalOf = async (query: string) => (await nobody.read<Page<object>>(`/v1/${query}`)).total;

describe('a total that nobody asked for', () => {
  it('is counted where a rule follows references to a thousand records in all, and not beyond', async () => {
    const shops = await makeRecords(app, 'shop', Array(980).fill({ name: 'a', about: 'long' }));
    await makeRecords(
      app,
      'offer',
      Array.from({ length: 20 }, (_, index) => ({ name: `o${index}`, shop: shops[index] })),
    );
    await root.done(`PATCH /v1/shop/${shops[0]}`, { state: 'shut' });
    assert.equal(await totalOf('offer?count=5'), 19);
    assert.equal(await totalOf('offer?count=1&filter[name][starts]=o1'), 11);
    assert.equal(
      await totalOf('offer?count=1&filter[name][contains]=o1'),
      null,
      'each text is read to its end',
    );
    assert.equal(await totalOf('offer?count=1&filter[name][contains]=o1&total=true'), 11);
    await root.make('/v1/offer', { name: 'x', shop: String(shops[1]) });
    assert.equal(await totalOf('offer?count=5'), null);
    assert.equal(await totalOf('offer?count=5&total=true'), 20);
  });

  it('is counted of a thousand records, half as many where texts are searched', async () => {
    await makeRecords(app, 'shop', Array(20).fill({ name: 'b' }));
    assert.equal(await totalOf('shop?count=1&filter[name][ne]=b'), 980);
    assert.equal(await totalOf('shop?count=1&filter[name][contains]=b'), null);
    const [{ id = 0 } = {}] = await root.list<{ id: number }>('/v1/shop?count=1&sort=-id');
    await makeRecords(app, 'shop', [{ name: 'b' }]);
    assert.equal(await totalOf('shop?count=1&filter[name][ne]=b'), null);
    assert.equal(await totalOf('shop?count=1'), null);
    await root.done(`DELETE /v1/shop/${id}`);
    assert.equal(await totalOf('shop?count=1'), 1000, 'it follows the table');
  });
});
