import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A link that shows a draft. Its token is known only to its recipients, and is worthless without this record. */
export const previewLink = defineCollection({
  name: 'quire_preview_link',
  label: message('previewLinkLabel'),
  audit: 'creation',
  fields: {
    collection: text({ renamedFrom: 'record', max: 60, required: true }),
    record_id: bigint({ renamedFrom: 'row_id', required: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  indexes: [['collection', 'record_id']],
});
