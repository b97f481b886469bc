import {
  bigint,
  boolean,
  choice,
  dateTime,
  decimal,
  defineCollection,
  integer,
  login,
  longText,
  reference,
  text,
} from 'quire-cms';

/** One field of each form that lists filter, sort and add up, most of which may hold nothing. */
export default defineCollection({
  name: 'novel',
  label: 'Novel',
  path: '/v1/novel',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, indexed: true, searchable: true }),
    blurb: longText({ searchable: true }),
    author: reference('author'),
    diary: reference('diary'),
    price: decimal({ precision: 18, scale: 2 }),
    copies: bigint({ indexed: true }),
    rating: integer({ indexed: true }),
    state: choice(['draft', 'live', 'old'], { default: 'draft', indexed: true }),
    sold: boolean({ default: false }),
    released: dateTime(),
  },
  access: { read: login, create: login, update: login, delete: login },
});
