import { defineRecord } from '../definitions/define-record.ts';
import { boolean } from '../definitions/fields/boolean.ts';
import { FILE } from '../definitions/fields/file.ts';
import { integer } from '../definitions/fields/integer.ts';
import { text } from '../definitions/fields/text.ts';
import { message } from '../messages/message.ts';

/**
 * An uploaded file. Equal contents share one row and are stored once; later uploads of them are in the log. Private files
 * share nothing.
 */
export const file = defineRecord({
  name: FILE,
  label: message('fileLabel'),
  isFollowed: true,
  audit: 'full',
  fields: {
    /** The name that its first uploader gave it. */
    name: text({ max: 255, default: '' }),
    /** Where it is served under `/assets/` unless it is private; never reused for another upload. */
    path: text({ max: 100, required: true, unique: true }),
    /** Of a private file, a hash with chance in it: it equals no other, and shows nothing of the content. */
    sha256: text({ max: 64, required: true, unique: true }),
    /** Whether only those read it who may read a row that refers to it. */
    private: boolean({ default: false }),
    /** Both follow from the content, not from the name. */
    mime: text({ max: 100, required: true }),
    extension: text({ max: 20, required: true }),
    size: integer({ required: true }),
    width: integer(),
    height: integer(),
  },
  indexes: [['create_user_id']],
});
