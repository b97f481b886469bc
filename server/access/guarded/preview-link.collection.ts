import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, type LeftBehind } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

const collection = defineCollection({
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

/** A link that shows a draft. Its token is known only to its recipients, and is worthless without this record. */
export const previewLink = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    fate: 'ends',
  } satisfies LeftBehind,
};
