import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** What one caller has used of a quota in one window, as far as the processes have told it. */
export const quotaUse = defineCollection({
  name: 'quire_quota_use',
  label: message('quotaUseLabel'),
  audit: 'none',
  fields: {
    quota_id: bigint({ required: true, min: 1n }),
    /** 0 where no user asks. */
    user_id: bigint({ default: 0n, min: 0n }),
    /** Empty where a user or a key asks. */
    network: text({ default: '', max: 60 }),
    used: bigint({ default: 0n, min: 0n }),
    start_time: dateTime({ required: true }),
    end_time: dateTime({ required: true, indexed: true }),
  },
  unique: [['quota_id', 'user_id', 'network']],
});
