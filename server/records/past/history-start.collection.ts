import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The time since when all revisions are kept; earlier ones may have been deleted. At most one record. */
export const historyStart = defineCollection({
  name: 'quire_horizon',
  label: message('historyStartLabel'),
  audit: 'none',
  fields: { time: dateTime({ required: true }) },
});
