import { defineCollection, json, login, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'place',
  label: 'Place',
  path: '/v1/place',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true }),
    colour: text({ max: 7, pattern: /#[0-9a-f]{6}/, control: 'colour', cell: 'swatch' }),
    area: json({ control: 'area', help: 'A closed line on the map: corners as longitude and latitude' }),
  },
  access: {
    read: login,
    create: permission('Edit places', 'edit'),
    update: permission('Edit places', 'edit'),
    delete: permission('Edit places', 'edit'),
  },
});
