import { defineRecord } from '../../definitions/define-record.ts';
import { bigint } from '../../definitions/fields/bigint.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

/** The state of each record's full text index. */
export const searched = defineRecord({
  name: 'quire_searched',
  label: message('searchedLabel'),
  audit: 'none',
  fields: {
    record: text({ max: 40, required: true, unique: true }),
    /** Identifies how the entries were made (`formOf`). */
    form: text({ max: 64, required: true }),
    /** Whether it holds all rows. */
    complete: boolean({ required: true }),
    /** The last row that the running build has indexed; null if none is running. */
    position: bigint(),
  },
});
