import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, longText } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

const count = () => integer({ default: 0 });

/** One undo: its scope, and the outcome for each record. Its creation stamps say who did it and when. */
export const undoCollection = defineCollection({
  name: 'quire_undo',
  label: message('undoLabel'),
  audit: 'creation',
  fields: {
    /** JSON: the requested scope. */
    asked: text({ max: 4000, required: true, multiline: true }),
    /** The request that did it, by which it can be undone. */
    request_id: text({ max: 60, required: true }),
    /** JSON: an UndoLine for each record. */
    report: longText({ required: true, max: 12_000_000, secret: true }),
    removed: count(),
    reverted: count(),
    restored: count(),
    published: count(),
    unpublished: count(),
    left: count(),
    /** The user whose changes these were, where it was one. */
    user_id: bigint(),
  },
  indexes: [['create_user_id']],
});

export type UndoRecord = RecordOf<typeof undoCollection>;
