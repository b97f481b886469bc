import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** Records that come and go in one transaction, to learn whether the database takes writes. Always empty. */
export const probe = defineCollection({
  name: 'quire_probe',
  label: message('probeLabel'),
  audit: 'none',
  fields: { time: dateTime({ required: true }) },
});
