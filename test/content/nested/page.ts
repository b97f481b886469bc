import {
  bigint,
  blocks,
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  defineCollection,
  file,
  files,
  group,
  integer,
  json,
  list,
  login,
  permission,
  reference,
  references,
  richText,
  text,
} from 'quire-cms';

/** Fields inside fields: every kind in a group, in a list, in blocks. */
export default defineCollection({
  name: 'page',
  label: { en: 'Page', zh: '页面' },
  path: '/v1/page',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    address: group({
      street: text({ max: 50, required: true }),
      floor: integer({ min: -5, max: 200 }),
      geo: group({ lat: decimal({ precision: 9, scale: 6 }), serial: bigint() }),
      is_open: boolean({ default: false }),
      guest: reference('guest', { onDelete: 'detach' }),
    }),
    tags: list(text({ max: 20, pattern: /[a-z]+/ }), { max: 5 }),
    lines: list(
      group({
        name: text({ max: 20, required: true }),
        price: decimal({ precision: 18, scale: 2 }),
        count: bigint(),
        state: choice(['open', 'paid'], { default: 'open' }),
        due: date(),
        at: dateTime(),
        extra: json(),
        guests: references('guest', { onDelete: 'detach' }),
        notes: list(text({ max: 30 })),
      }),
    ),
    sections: blocks({
      quote: group({ words: text({ max: 80, required: true }), by: reference('guest') }),
      body: group({ html: richText({ default: '' }) }),
      gallery: group(
        { images: files({ accept: ['image/*'] }), cover: file({ onDelete: 'detach' }) },
        { label: { en: 'Gallery', zh: '图库' } },
      ),
    }),
    hosts: list(reference('guest', { onDelete: 'detach' })),
    secrets: list(text({ max: 20 }), { read: permission('See secrets') }),
  },
  access: {
    ...{ read: login, create: login, update: login, delete: login },
    ...{ history: login, trash: login, restore: login },
  },
});
