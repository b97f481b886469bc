import { text } from '../../definitions/fields/text.ts';
import { defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** What a directory calls a user or a group that it provisioned. */
export const directoryEntry = defineCollection({
  name: 'quire_directory_entry',
  label: message('directoryEntryLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { unique: true, onDelete: 'delete' }),
    group_id: reference('quire_group', { unique: true, onDelete: 'delete' }),
    /** The directory's own name of the user, which may be longer than a user name; null for groups. */
    user_name: text({ max: 255, multiline: true }),
    /** The name after case folding, hashed: names do not depend on case. */
    name_key: text({ max: 43, unique: true, secret: true }),
    /** The directory's own id. */
    external_id: text({ max: 255, indexed: true, multiline: true }),
  },
  conflicts: { user_id: 'duplicate', group_id: 'duplicate', name_key: 'usernameTaken' },
});
