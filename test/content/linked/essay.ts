import { defineCollection, login, references, text } from 'quire-cms';
import { openToUsers } from './shared/open-to-users.ts';

/** Written as drafts: both what readers see and the draft refer. */
export default defineCollection({
  name: 'essay',
  label: 'Essay',
  path: '/v1/essay',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 40, required: true }), topics: references('topic', { onDelete: 'detach' }) },
  access: { ...openToUsers, drafts: login, publish: login },
});
