import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The last day on which a permission let a user do something. */
export const permissionUse = defineCollection({
  name: 'quire_permission_use',
  label: message('permissionUseLabel'),
  audit: 'creation',
  fields: {
    user_id: bigint({ required: true }),
    permission: text({ max: 100, required: true }),
    /** Midnight of the day, in UTC. */
    last_day: dateTime({ required: true, indexed: true }),
  },
  unique: [['user_id', 'permission']],
});
