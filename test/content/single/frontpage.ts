import {
  boolean,
  decimal,
  defineSingleton,
  everyone,
  permission,
  reference,
  superAdministrator,
  text,
} from 'quire-cms';

// One record that everybody reads, that editors change, and that keeps its past.
export default defineSingleton({
  name: 'frontpage',
  label: { en: 'Front page', zh: '首页' },
  path: '/v1/frontpage',
  audit: 'full',
  fields: {
    headline: text({ max: 80, default: 'Welcome' }),
    budget: decimal({ precision: 8, scale: 2, min: '0', read: superAdministrator }),
    is_open: boolean({ default: true }),
    lead_id: reference('story', { onDelete: 'detach' }),
  },
  access: {
    read: everyone,
    update: permission('Edit the front page'),
    history: permission('See former front pages'),
  },
});
