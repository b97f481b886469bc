import { defineHomePanel, definePage, defineTab, login, permission } from 'quire-cms/console';

export const contrast = defineTab({
  contract: 1,
  name: 'contrast',
  label: 'Contrast',
  access: login,
  collections: ['shade'],
  component: () => import('./ShadeContrast.vue'),
});
export const names = definePage({
  contract: 1,
  name: 'names',
  label: { en: 'Names of shades', zh: '色名' },
  icon: 'palette',
  access: login,
  component: () => import('./ShadeNames.vue'),
});
export const secret = definePage({
  contract: 1,
  name: 'secret',
  label: 'For editors',
  access: permission('Edit shades', 'shade.edit'),
  component: () => import('./FragileInput.vue'),
});
export const count = defineHomePanel({
  contract: 1,
  name: 'count',
  label: 'Shades here',
  access: login,
  component: () => import('./ShadeNames.vue'),
});
