import { defineCollection, login, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'shade',
  label: 'Shade',
  path: '/v1/shade',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true }),
    colour: text({ max: 7, control: 'colour', cell: 'swatch' }),
    fragile: text({ max: 80, control: 'fragile', cell: 'fragile' }),
  },
  access: {
    read: login,
    create: permission('Edit shades', 'edit'),
    update: permission('Edit shades', 'edit'),
    delete: permission('Edit shades', 'edit'),
  },
});
