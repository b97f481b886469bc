// Nothing here runs: the compiler checks it. What it refuses, a start refuses too (test/dangers/writes/mistakes.test.ts).
import {
  anyOf,
  boolean,
  choice,
  dateTime,
  decimal,
  defineCollection,
  defineSingleton,
  everyone,
  integer,
  json,
  list,
  login,
  now,
  ownRecords,
  permission,
  recordsWhere,
  reference,
  references,
  slug,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';

const fields = {
  title: text({ max: 50, required: true }),
  state: choice(['draft', 'live'], { default: 'draft' }),
  pinned: boolean({ default: false }),
  seats: integer(),
  starts_at: dateTime(),
  author: reference('author'),
  tags: references('tag'),
  words: list(text({ max: 20 })),
  price: decimal({ precision: 9, scale: 2 }),
  data: json(),
} as const;
const rest = { create: login, update: login, delete: login } as const;
const thing = { name: 'thing', label: 'x', audit: 'full', fields } as const;

// A collection with a path says who may use it.
defineCollection(thing);
defineCollection({ ...thing, path: '/v1/thing', access: { ...rest, read: login } });
// @ts-expect-error
defineCollection({ ...thing, path: '/v1/thing' });
// @ts-expect-error
defineSingleton({ ...thing, path: '/v1/thing' });

// Names of fields that records and filters use themselves.
for (const one of [text({ max: 5 })]) {
  // @ts-expect-error
  defineCollection({ ...thing, fields: { id: one } });
  // @ts-expect-error
  defineCollection({ ...thing, fields: { title: one, create_time: one } });
  // @ts-expect-error
  defineCollection({ ...thing, fields: { title: one, expanded: one } });
  // @ts-expect-error
  defineSingleton({ ...thing, fields: { can: one } });
}

// A slug is made from a text of the collection.
defineCollection({ ...thing, fields: { ...fields, slug: slug({ from: 'title' }) } });
defineCollection({ ...thing, fields: { state: fields.state, slug: slug({ from: 'state', max: 30 }) } });
// @ts-expect-error
defineCollection({ ...thing, fields: { ...fields, slug: slug({ from: 'titel' }) } });
// @ts-expect-error
defineCollection({ ...thing, fields: { ...fields, slug: slug({ from: 'author' }) } });
// @ts-expect-error
defineCollection({ ...thing, fields: { ...fields, slug: slug({ from: 'price' }) } });
// @ts-expect-error
defineCollection({ ...thing, fields: { ...fields, slug: slug({ from: 'slug' }) } });
// @ts-expect-error
defineCollection({ ...thing, indexes: [['titel']] });
defineCollection({ ...thing, indexes: [['title', 'delete_time']] });

// Values that rules compare with fields.
const good = [
  recordsWhere(everyone, { state: 'live', pinned: true, seats: { gte: 5 }, starts_at: { lte: now } }),
  recordsWhere(everyone, { state: { in: ['draft', 'live'] }, title: 'x', price: { lt: '10.00' } }),
  recordsWhere(everyone, { price: { gte: 10, lt: 99.5 }, data: null, or: [{ data: { null: false } }] }),
  recordsWhere(login, {
    author: 'me',
    tags: 5n,
    words: 'x',
    or: [{ seats: null }, { author: { name: 'x' } }],
  }),
  recordsWhere(login, (actor) => ({ author: actor.id, state: 'live' })),
] as const;
defineCollection({ ...thing, access: { ...rest, read: anyOf(...good, superAdministrator) } });
const said: string = process.env.STATE ?? 'live';
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { state: said }) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { state: 'publishd' }) } });
defineCollection({
  ...thing,
  // @ts-expect-error
  access: { ...rest, read: recordsWhere(everyone, { state: { in: ['live', 'x'] } }) },
});
defineCollection({
  ...thing,
  // @ts-expect-error
  access: { ...rest, read: recordsWhere(everyone, { or: [{ state: { ne: 'x' } }] }) },
});
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(login, () => ({ state: 'publishd' })) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { pinned: 'yes' }) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { seats: 'many' }) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { price: true }) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: recordsWhere(everyone, { data: 'x' }) } });
// @ts-expect-error
defineCollection({ ...thing, access: { ...rest, read: anyOf(login, recordsWhere(login, { state: 'x' })) } });
// @ts-expect-error
defineSingleton({ ...thing, access: { update: login, read: recordsWhere(everyone, { state: 'x' }) } });

// Own records need to know who made them.
const unstamped = { ...thing, audit: 'none' } as const;
defineCollection({ ...unstamped, access: { ...rest, read: login } });
defineCollection({ ...thing, audit: 'creation', access: { ...rest, read: ownRecords(login) } });
// @ts-expect-error
defineCollection({ ...unstamped, access: { ...rest, read: ownRecords(login) } });
// @ts-expect-error
defineCollection({ ...unstamped, access: { ...rest, read: anyOf(permission('x'), ownRecords(login)) } });
// @ts-expect-error
defineCollection({ ...unstamped, access: { ...rest, read: recordsWhere(login, () => 'own') } });
