import { defineCollection, text } from 'quire-cms';
import { openToUsers } from './shared/open-to-users.ts';

/** What hooks write. */
export default defineCollection({
  name: 'trace',
  label: 'Trace',
  path: '/v1/trace',
  audit: 'full',
  fields: { words: text({ max: 80, default: '' }) },
  access: openToUsers,
});
