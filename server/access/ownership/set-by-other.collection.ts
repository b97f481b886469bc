import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** What of an account somebody else can set. */
export const PARTS = ['password', 'address', 'factor'] as const;
export type Part = (typeof PARTS)[number];

/** Somebody else set a part of an account's credentials, and its owner has not shown since that they hold it. */
export const setByOther = defineCollection({
  name: 'quire_set_by_other',
  label: message('setByOtherLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    part: choice(PARTS, { required: true }),
    /** Who set it. */
    set_by: bigint({ required: true }),
    /** The key of the address whose mailbox was the owner's alone until then; null if there was none. */
    own_address_key: text({ max: 100, secret: true }),
  },
  unique: [['user_id', 'part', 'set_by']],
});
