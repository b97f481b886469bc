import { bigint } from '../../definitions/bigint.ts';
import { defineRecord } from '../../definitions/define-record.ts';
import { text } from '../../definitions/text.ts';

/** A row of another database has become a row of this one; it is never imported again, also where ours was deleted since. */
export const imported = defineRecord({
  name: 'quire_imported',
  label: '导入记录',
  audit: 'creation',
  fields: {
    source: text({ max: 64, required: true }),
    /** The row's table there. */
    kind: text({ max: 40, required: true }),
    source_id: bigint({ required: true }),
    target_id: bigint({ required: true }),
  },
  unique: [['source', 'kind', 'source_id']],
});
