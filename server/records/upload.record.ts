import { defineRecord } from '../definitions/define-record.ts';
import { bigint } from '../definitions/fields/bigint.ts';
import { message } from '../messages/message.ts';

/** A user uploaded content that was already stored, and may use that file like its first uploader. */
export const upload = defineRecord({
  name: 'quire_upload',
  label: message('uploadLabel'),
  audit: 'creation',
  fields: { user_id: bigint({ required: true }), file_id: bigint({ required: true }) },
  unique: [['user_id', 'file_id']],
});
