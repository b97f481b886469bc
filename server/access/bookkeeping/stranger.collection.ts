import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** Writes of anonymous callers from one network within one window. */
export const stranger = defineCollection({
  name: 'quire_stranger',
  label: message('strangerLabel'),
  audit: 'none',
  fields: {
    network: text({ max: 60, required: true, unique: true }),
    writes: integer({ default: 0 }),
    window_end: dateTime({ required: true, indexed: true }),
  },
});
