import { defineCollection, login, referredBy, text } from 'quire-cms';

// Whom pieces refer to, and from whom they are found back.
export default defineCollection({
  name: 'person',
  label: 'Person',
  path: '/v1/person',
  audit: 'full',
  fields: { name: text({ max: 40, required: true }) },
  waysBack: { pieces: referredBy('piece.person', { sort: '-rank' }) },
  access: { read: login, create: login, update: login, delete: login },
});
