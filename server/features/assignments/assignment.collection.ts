import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

/** The most characters of a note. */
export const MOST_CHARACTERS = 500;

/** A record that somebody is to work on. Its creator is who assigned it. One that was taken back is deleted. */
export const assignment = defineCollection({
  name: 'quire_assignment',
  label: message('assignmentLabel'),
  audit: 'full',
  fields: {
    collection: text({ max: 40, required: true }),
    record_id: bigint({ required: true }),
    user_id: bigint({ required: true }),
    /** Empty once its author was erased. */
    note: text({ max: MOST_CHARACTERS, default: '', multiline: true }),
    due_time: dateTime(),
    /** Since when it is due then. */
    due_set_time: dateTime(),
    done_user_id: bigint(),
    done_time: dateTime(),
  },
  /** A record is assigned to a user once at a time. */
  unique: [{ fields: ['collection', 'record_id', 'user_id', 'done_time'], nulls: 'equal' }],
  indexes: [
    ['user_id', 'done_time'],
    ['create_user_id', 'create_time'],
  ],
});

export type Assignment = RecordOf<typeof assignment>;
