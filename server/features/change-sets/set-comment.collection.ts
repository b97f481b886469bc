import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** The most characters of a comment on a set. */
export const MOST_IN_COMMENT = 2000;

/** A comment on a change set, by its creator. It goes with the set. */
export const setComment = defineCollection({
  name: 'quire_change_set_comment',
  label: message('setCommentLabel'),
  audit: 'creation',
  fields: {
    set_id: bigint({ required: true }),
    text: text({ max: MOST_IN_COMMENT, required: true, multiline: true }),
  },
  indexes: [['set_id'], ['create_user_id']],
});
