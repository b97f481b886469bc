import { blocks, defineCollection, group, integer, list, login, longText, text } from 'quire-cms';

const colour = () => text({ max: 7, control: 'colour', cell: 'swatch' });

/** Controls and cells of the project inside groups, lists and blocks. */
export default defineCollection({
  name: 'flag',
  label: 'Flag',
  path: '/v1/flag',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true }),
    pole: group(
      {
        colour: colour(),
        fragile: text({ max: 20, control: 'fragile' }),
        torn: group({ word: text({ max: 9 }) }, { control: 'torn' }),
      },
      { required: true },
    ),
    stripes: list(group({ colour: colour(), note: longText() })),
    pins: list(group({ colour: colour(), size: integer() })),
    parts: blocks({
      band: group({ colour: colour(), height: integer() }),
      spot: group({ ends: group({ from: colour(), to: colour() }, { control: 'ends' }) }),
    }),
    notes: list(group({ from: text({ max: 7 }), to: longText() }, { cell: 'ends' })),
  },
  access: { read: login, create: login, update: login, delete: login },
});
