import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** What moved in from another system, and what it became: the map of ids, by which a later move finds its records again. */
export const moved = defineCollection({
  name: 'quire_moved',
  label: message('movedRecordLabel'),
  audit: 'creation',
  fields: {
    source: text({ max: 64, required: true }),
    /** Its collection; '@file', '@group' or '@person' for what is no record of a collection. */
    kind: text({ max: 64, required: true }),
    /** Its id there. */
    source_key: text({ max: 255, required: true }),
    target_id: bigint({ required: true }),
    /** The hash of what was written, which tells whether it has changed there since. */
    hash: text({ max: 64, required: true }),
  },
  unique: [['source', 'kind', 'source_key']],
});
