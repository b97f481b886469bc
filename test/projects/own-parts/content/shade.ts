import { defineCollection, login, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'shade',
  label: 'Shade',
  path: '/v1/shade',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true }),
    colour: text({ max: 7, control: 'colour' }),
    fragile: text({ max: 80, control: 'fragile' }),
  },
  access: {
    read: login,
    create: permission('Edit shades', 'edit'),
    update: permission('Edit shades', 'edit'),
    delete: permission('Edit shades', 'edit'),
  },
});
