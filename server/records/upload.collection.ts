import { bigint, defineCollection } from '../definitions/for-server.ts';
import { message } from '../messages/message.ts';

/**
 * A user sent content that an earlier version had stored already, and may use that file like its first uploader. Now each upload
 * is a file of its own, and nothing adds such records.
 */
export const upload = defineCollection({
  name: 'quire_upload',
  label: message('uploadLabel'),
  audit: 'creation',
  fields: { user_id: bigint({ required: true }), file_id: bigint({ required: true }) },
  unique: [['user_id', 'file_id']],
});
