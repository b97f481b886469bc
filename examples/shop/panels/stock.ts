import { definePanel, login } from 'quire-cms';

export const stock = definePanel({
  name: 'stock_by_kind',
  label: { en: 'Pieces in stock', zh: '库存数量' },
  collection: 'product',
  measure: 'sum.stock',
  group: 'kind',
  picture: 'bars',
  access: login,
});

export const offered = definePanel({
  name: 'products_on_offer',
  label: { en: 'Products on sale', zh: '在售商品' },
  collection: 'product',
  where: { state: 'on sale' },
  picture: 'number',
  access: login,
});
