import { defineRecord } from '../definitions/define-record.ts';
import { FILE } from '../definitions/file.ts';
import { integer } from '../definitions/integer.ts';
import { text } from '../definitions/text.ts';

/** An uploaded file. Equal contents share one row, and so are kept once; who uploaded it again is in the log. */
export const file = defineRecord({
  name: FILE,
  label: '文件',
  isFollowed: true,
  audit: 'full',
  fields: {
    /** As its first uploader called it. */
    name: text({ max: 255, default: '' }),
    /** Where it is served under `/assets/`; never used for another upload. */
    path: text({ max: 100, required: true, unique: true }),
    sha256: text({ max: 64, required: true, unique: true }),
    /** Both follow from the content, not from the name. */
    mime: text({ max: 100, required: true }),
    extension: text({ max: 20, required: true }),
    size: integer({ required: true }),
    width: integer(),
    height: integer(),
  },
});
