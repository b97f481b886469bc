import {
  defineCollection,
  everyone,
  group,
  list,
  login,
  reference,
  references,
  referredBy,
  text,
} from 'quire-cms';

/** Written by some, checked by others. */
export default defineCollection({
  name: 'story',
  label: { en: 'Story', zh: '报道' },
  path: '/v1/story',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, unique: true }),
    editor: reference('user'),
    helpers: references('user', { onDelete: 'detach' }),
    credits: list(group({ who: reference('user', { onDelete: 'detach' }), part: text({ max: 20 }) })),
  },
  waysBack: { badges: referredBy('badge.story') },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    history: login,
    trash: login,
    restore: login,
  },
});
