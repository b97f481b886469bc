import { defineCollection } from '../../definitions/define-collection.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

/** A record that `quire seed` has made. It is never made again, even if it was deleted. */
export const seeded = defineCollection({
  name: 'quire_seeded',
  label: message('seededLabel'),
  audit: 'creation',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    /** The SHA-256 of the value by which the record is found, for values may be longer than an index takes. */
    digest: text({ max: 64, required: true }),
  },
  unique: [['collection', 'digest']],
});
