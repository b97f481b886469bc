import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The state of each collection's full text index. */
export const searched = defineCollection({
  name: 'quire_searched',
  label: message('searchedLabel'),
  audit: 'none',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true, unique: true }),
    /** Identifies how the entries were made (`formOf`). */
    form: text({ max: 64, required: true }),
    /** Whether it holds all records. */
    complete: boolean({ required: true }),
    /** The last record that the running build has indexed; null if none is running. */
    position: bigint(),
  },
});
