import { bigint } from '../definitions/bigint.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { text } from '../definitions/text.ts';

/**
 * A row that a delete took along, and the row that was meant to be deleted. Both are one set in the trash, restored and
 * purged as one. A deleted row that nothing was taken along with needs no entry.
 */
export const deletion = defineRecord({
  name: 'quire_deletion',
  label: '一并删除',
  audit: 'none',
  fields: {
    record: text({ max: 40, required: true }),
    record_id: bigint({ required: true }),
    root_record: text({ max: 40, required: true }),
    root_id: bigint({ required: true }),
  },
  unique: [['record', 'record_id']],
  indexes: [['root_record', 'root_id']],
});
