import { choice } from '../definitions/fields/choice.ts';
import { text } from '../definitions/fields/text.ts';
import { bigint, defineCollection } from '../definitions/for-server.ts';
import { message } from '../messages/message.ts';

/** How far a migration of the project's data has come. */
export const dataMigration = defineCollection({
  name: 'quire_data_migration',
  label: message('dataMigrationLabel'),
  audit: 'creation',
  fields: {
    name: text({ max: 80, required: true, unique: true }),
    state: choice(['begun', 'done'], { required: true }),
    /** The lowest id not yet processed, and the number of changed records. */
    position: bigint({ default: 1n }),
    changed: bigint({ default: 0n }),
  },
});
