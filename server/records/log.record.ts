import { bigint } from '../definitions/bigint.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { integer } from '../definitions/integer.ts';
import { text } from '../definitions/text.ts';

/** One line of the audit log: a write, a login, or a refusal with its reason. Its time is its creation. */
export const log = defineRecord({
  name: 'quire_log',
  label: '日志',
  audit: 'creation',
  fields: {
    message: text({ max: 1000, default: '' }),
    user_id: bigint({ default: 0n, indexed: true }),
    username: text({ max: 24, default: '', indexed: true }),
    status_code: integer({ default: 0 }),
    method: text({ max: 20, default: '' }),
    path: text({ max: 500, default: '' }),
    permission: text({ max: 100, default: '' }),
  },
  indexes: [['create_time', 'id']],
});
