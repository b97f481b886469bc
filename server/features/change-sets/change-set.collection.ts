import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import {
  bigint,
  dateTime,
  defineCollection,
  type LeftBehind,
  longText,
} from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

export const SET_STATES = ['draft', 'submitted', 'approved', 'rejected', 'applied'] as const;
export const SET_ACTIONS = ['create', 'update', 'delete', 'publish', 'unpublish'] as const;
export type SetAction = (typeof SET_ACTIONS)[number];

/** Characters of all values of a set together. */
export const MOST_CHARACTERS = 1_000_000;

const collection = defineCollection({
  name: 'quire_change_set',
  label: message('changeSetLabel'),
  audit: 'creation',
  fields: {
    title: text({ max: 120, required: true }),
    note: text({ max: 2000, default: '', multiline: true }),
    state: choice(SET_STATES, { default: 'draft' }),
    /** Counts its changes, so that an approval applies to the version that was shown. */
    version: integer({ default: 1 }),
    size: integer({ default: 0 }),
    /** The API key by which a program made it; it cannot be applied once the key has ended. */
    key_id: bigint(),
    decide_user_id: bigint(),
    decide_time: dateTime(),
    /** Why it was rejected. */
    reason: text({ max: 500, default: '', multiline: true }),
    apply_user_id: bigint(),
    apply_time: dateTime(),
    /** Its last change: its age counts from here. */
    change_time: dateTime({ required: true }),
  },
  indexes: [['create_user_id'], ['state'], ['change_time']],
});

/** Changes of many records that are approved and applied as one. Its creator is their author. */
export const changeSet = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'change_time']],
    only: { state: ['submitted', 'approved'] },
    fate: () => ({ state: 'draft', decide_user_id: null, decide_time: null }),
  } satisfies LeftBehind,
};

/** One change of a set. */
export const changeSetItem = defineCollection({
  name: 'quire_change_set_item',
  label: message('changeSetItemLabel'),
  audit: 'none',
  fields: {
    set_id: bigint({ required: true }),
    author_id: bigint({ required: true }),
    /** Its position in the set, from 0. */
    place: integer({ required: true }),
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    action: choice(SET_ACTIONS, { required: true }),
    /** The record; of a creation, the one it has made. */
    record_id: bigint({ renamedFrom: 'row_id' }),
    /** The name by which other items refer to the record that this one creates, or that this one publishes. */
    record_name: text({ renamedFrom: 'row_name', max: 40 }),
    /** JSON: the new values by column. */
    sent: longText({ max: MOST_CHARACTERS, required: true }),
    /** JSON: the values of these columns that the author saw. */
    base: longText({ max: MOST_CHARACTERS, required: true }),
    /** A digest of all fields of the record that the author saw. */
    base_version: text({ max: 50 }),
  },
  indexes: [['set_id', 'place'], ['author_id']],
});

export type ChangeSet = RecordOf<typeof changeSet>;
export type ChangeSetItem = RecordOf<typeof changeSetItem>;
