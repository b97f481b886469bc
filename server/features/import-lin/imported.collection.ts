import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** A record that was imported from another database. It is never imported again, even if its copy was deleted since. */
export const imported = defineCollection({
  name: 'quire_imported',
  label: message('importedRecordLabel'),
  audit: 'creation',
  fields: {
    source: text({ max: 64, required: true }),
    /** The record's table there. */
    kind: text({ max: 40, required: true }),
    source_id: bigint({ required: true }),
    target_id: bigint({ required: true }),
  },
  unique: [['source', 'kind', 'source_id']],
});
