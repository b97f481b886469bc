import { text } from '../../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../../definitions/for-server.ts';
import { message } from '../../../messages/message.ts';

/**
 * A record that was deleted because another was, its root. Both belong to one deletion set, which is restored and purged as
 * a whole. A record that was deleted alone has no entry.
 */
export const deletion = defineCollection({
  name: 'quire_deletion',
  label: message('deletionLabel'),
  audit: 'none',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    record_id: bigint({ required: true }),
    root_collection: text({ renamedFrom: 'root_record', max: 40, required: true }),
    root_id: bigint({ required: true }),
  },
  unique: [['collection', 'record_id']],
  indexes: [['root_collection', 'root_id']],
});
