import { text } from '../../../definitions/fields/text.ts';
import { bigint, defineCollection } from '../../../definitions/for-server.ts';
import { message } from '../messages/message.ts';

/** A word that files are found by. */
export const fileTag = defineCollection({
  name: 'quire_file_tag',
  label: message('fileTagLabel'),
  audit: 'creation',
  fields: { name: text({ max: 40, required: true, unique: true }) },
});

/** A file has a tag. */
export const taggedFile = defineCollection({
  name: 'quire_tagged_file',
  label: message('taggedFileLabel'),
  audit: 'creation',
  fields: { file_id: bigint({ required: true }), tag_id: bigint({ required: true }) },
  unique: [['file_id', 'tag_id']],
  indexes: [['tag_id']],
});
