import { boolean } from '../definitions/boolean.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { text } from '../definitions/text.ts';

/** What may be granted. Kept in step with what definitions and routes declare: `mount` is false while nothing does. */
export const permission = defineRecord({
  name: 'quire_permission',
  label: '权限',
  audit: 'full',
  fields: {
    key: text({ max: 100, required: true, unique: true }),
    name: text({ max: 60, required: true }),
    module: text({ max: 50, required: true }),
    mount: boolean({ default: true }),
  },
});
