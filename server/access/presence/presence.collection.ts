import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A session that has a record open, in which field it is, since when, and when it was last heard of. */
export const presence = defineCollection({
  name: 'quire_presence',
  label: message('presenceLabel'),
  audit: 'none',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    record_id: bigint({ renamedFrom: 'row_id', required: true }),
    session_id: bigint({ required: true }),
    /** The field that the session is in. */
    field: text({ max: 60 }),
    since: dateTime({ required: true }),
    time: dateTime({ required: true, indexed: true }),
  },
  unique: [['session_id', 'collection', 'record_id']],
  indexes: [['collection', 'record_id']],
});
