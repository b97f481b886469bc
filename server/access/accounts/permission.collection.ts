import { defineCollection } from '../../definitions/define-collection.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

/** A permission that can be granted. Follows what definitions and routes declare; `mount` is false while nothing declares it. */
export const permission = defineCollection({
  name: 'quire_permission',
  label: message('permissionLabel'),
  audit: 'full',
  fields: {
    key: text({ max: 100, required: true, unique: true }),
    name: text({ max: 60, required: true }),
    module: text({ max: 50, required: true }),
    mount: boolean({ default: true }),
  },
});
