import { defineCollection, text } from 'quire-cms';
import { openToUsers } from './shared/open-to-users.ts';

/** What others refer to. */
export default defineCollection({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'full',
  fields: { name: text({ max: 40, required: true, unique: true }) },
  access: openToUsers,
});
