import { text } from '../definitions/fields/text.ts';
import { bigint, defineCollection } from '../definitions/for-server.ts';
import { message } from '../messages/message.ts';

/** A path under `/assets/` that a file had in the system from which it moved in. It goes on answering. */
export const formerPath = defineCollection({
  name: 'quire_former_path',
  label: message('formerPathLabel'),
  audit: 'creation',
  fields: {
    path: text({ max: 500, required: true, unique: true, multiline: true }),
    file_id: bigint({ required: true, indexed: true }),
  },
});
