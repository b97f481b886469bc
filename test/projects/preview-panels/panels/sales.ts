import { definePanel, login, permission, superAdministrator } from 'quire-cms';

const sale = { collection: 'sale', access: login } as const;

export const count = definePanel({
  ...sale,
  name: 'sales',
  label: { en: 'Sales', zh: '销售数' },
  picture: 'number',
});
export const byRegion = definePanel({
  ...sale,
  name: 'by_region',
  label: { en: 'Price by region', zh: '各地区金额' },
  measure: 'sum.price',
  group: 'region',
  where: { price: { gt: '1' } },
  picture: 'bars',
});
export const byMonth = definePanel({
  ...sale,
  name: 'by_month',
  label: { en: 'Sales by month', zh: '每月销售' },
  group: 'create_time.month',
  picture: 'line',
});
export const margins = definePanel({
  ...sale,
  name: 'margins',
  label: { en: 'Margins by region', zh: '各地区毛利' },
  measure: 'sum.margin',
  group: 'region',
  picture: 'bars',
});
export const cheap = definePanel({
  ...sale,
  name: 'small_margins',
  label: { en: 'Small margins', zh: '低毛利' },
  where: { margin: { lt: '1' } },
  picture: 'number',
});
export const forEditors = definePanel({
  ...sale,
  name: 'for_editors',
  label: { en: 'For editors', zh: '编辑专用' },
  picture: 'number',
  access: permission('Edit sales', 'sale.edit'),
});
export const forRoot = definePanel({
  ...sale,
  name: 'for_root',
  label: { en: 'For administrators', zh: '管理员专用' },
  group: 'region',
  most: 1,
  picture: 'bars',
  access: superAdministrator,
});
