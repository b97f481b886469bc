import { boolean } from '../definitions/boolean.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { integer } from '../definitions/integer.ts';
import { text } from '../definitions/text.ts';

/** No blank at either end, nothing that cannot be seen: in the log, nobody passes for another by such a sign. */
const VISIBLE = /(?!\s)[^\p{C}\p{DI}\p{Zl}\p{Zp}]+(?<!\s)/u;

/** Somebody who can sign in. The password's hash is secret: it is never answered and never written into a revision. */
export const user = defineRecord({
  name: 'quire_user',
  label: '用户',
  audit: 'full',
  fields: {
    username: text({ min: 2, max: 24, required: true, unique: true, pattern: VISIBLE }),
    nickname: text({ max: 24, default: '' }),
    email: text({ max: 100, pattern: /[^\s@]+@[^\s@]+\.[^\s@]+/, unique: true }),
    avatar: text({ max: 500 }),
    active: boolean({ default: true }),
    credential: text({ max: 255, required: true, secret: true }),
    /** What the credential's recipe costs, if it came from another system and its owner has not signed in since. */
    adopted_rounds: integer({ default: 0, indexed: true }),
  },
  conflicts: { username: 'usernameTaken', email: 'emailTaken' },
});

/** The first user's name: the super administrator, made at the first start. */
export const ROOT_USERNAME = 'root';
