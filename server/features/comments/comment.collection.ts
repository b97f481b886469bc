import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

/** The most characters of one comment. */
export const MOST_CHARACTERS = 2000;

/** A comment on a record or on one of its fields. Its creator is its author; the first of a thread has no `thread_id`. */
export const comment = defineCollection({
  name: 'quire_comment',
  label: message('commentLabel'),
  audit: 'full',
  fields: {
    collection: text({ max: 40, required: true }),
    record_id: bigint({ required: true }),
    field: text({ max: 60 }),
    locale: text({ max: 20 }),
    thread_id: bigint(),
    /** Users are mentioned by their ids, as `<@12>`, so that no name is left in it. Empty once its author was erased, or took it back. */
    text: text({ max: MOST_CHARACTERS, default: '', multiline: true }),
    edit_time: dateTime(),
    resolve_user_id: bigint(),
    resolve_time: dateTime(),
  },
  indexes: [['collection', 'record_id', 'thread_id'], ['thread_id'], ['create_user_id', 'create_time']],
});

/** A user whom a comment mentions or has mentioned: finds what mentions somebody. */
export const mention = defineCollection({
  name: 'quire_mention',
  label: message('mentionLabel'),
  audit: 'none',
  fields: {
    comment_id: bigint({ required: true }),
    user_id: bigint({ required: true }),
    /** When the text began to mention them. */
    time: dateTime({ required: true }),
  },
  unique: [['comment_id', 'user_id']],
  indexes: [['user_id']],
});

export type Comment = RecordOf<typeof comment>;
