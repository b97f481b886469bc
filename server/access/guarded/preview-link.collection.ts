import { defineCollection } from '../../definitions/define-collection.ts';
import { bigint } from '../../definitions/fields/bigint.ts';
import { dateTime } from '../../definitions/fields/date-time.ts';
import { text } from '../../definitions/fields/text.ts';
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
