import { defineRoute, permission, Type } from 'quire-cms';

export default defineRoute({
  method: 'PUT',
  path: '/v1/product/:id/picture',
  label: 'Set the picture of a product',
  module: 'Shop',
  access: permission('Edit products', 'product.edit'),
  params: Type.Object({ id: Type.Id() }),
  query: Type.Object({ name: Type.String({ maxLength: 255 }) }),
  rawBody: 'stream',
  maxBytes: 5_000_000,
  answer: Type.Object({ url: Type.String() }),
  async handle({ params, query, body, storeFile }) {
    return storeFile(body, query.name, async (file, records) => {
      await records.update('product', params.id, { picture: file.id });
      return { url: file.url };
    });
  },
});
