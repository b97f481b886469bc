import { text } from '../../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../../definitions/for-server.ts';
import type { RecordOf } from '../../../definitions/types/record-types.ts';
import { message } from '../messages/message.ts';

/** A folder of the file library. It orders files for people, and says nothing about who may read them. */
export const fileFolder = defineCollection({
  name: 'quire_file_folder',
  label: message('fileFolderLabel'),
  audit: 'creation',
  fields: {
    name: text({ max: 60, required: true }),
    /** Its parent folder; null at the top. */
    parent_id: bigint({ min: 1n }),
  },
  unique: [{ fields: ['parent_id', 'name'], nulls: 'equal' }],
});

export type FileFolder = RecordOf<typeof fileFolder>;
