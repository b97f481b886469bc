import { bigint } from '../definitions/bigint.ts';
import { defineRecord } from '../definitions/define-record.ts';

/** Somebody uploaded what was there already, and may use that file as if he had been the first. */
export const upload = defineRecord({
  name: 'quire_upload',
  label: '上传',
  audit: 'creation',
  fields: { user_id: bigint({ required: true }), file_id: bigint({ required: true }) },
  unique: [['user_id', 'file_id']],
});
