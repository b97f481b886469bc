import { definePage, permission } from 'quire-cms/console';

export default definePage({
  contract: 1,
  name: 'import-places',
  label: { en: 'Import places', zh: '导入地点' },
  icon: 'map-pin',
  access: permission('Edit places', 'place.edit'),
  component: () => import('./ImportPlaces.vue'),
});
