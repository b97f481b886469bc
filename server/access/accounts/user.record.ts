import { defineRecord } from '../../definitions/define-record.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';
import { NOT_BLANK } from './not-blank.ts';

/** No blank at either end, nothing that cannot be seen: in the log, nobody passes for another by such a sign. */
const VISIBLE = /(?!\s)[^\p{C}\p{DI}\p{Zl}\p{Zp}]+(?<!\s)/u;

/** Somebody who can sign in. The password's hash is secret: it is never answered and never written into a revision. */
export const user = defineRecord({
  name: 'quire_user',
  label: message('userLabel'),
  audit: 'full',
  fields: {
    username: text({ min: 2, max: 24, required: true, unique: true, pattern: VISIBLE }),
    /** The name without differences of case and form; null for a twin of an older version or an import. */
    name_key: text({ max: 100, unique: true, secret: true }),
    nickname: text({ max: 24, default: '', pattern: NOT_BLANK }),
    email: text({ max: 100, pattern: /[^\s@]+@[^\s@]+\.[^\s@]+/, unique: true }),
    avatar: text({ max: 500 }),
    active: boolean({ default: true }),
    credential: text({ max: 255, required: true, secret: true }),
    /** What the credential's recipe costs, if it came from another system and its owner has not signed in since. */
    adopted_rounds: integer({ default: 0, indexed: true }),
  },
  conflicts: { username: 'usernameTaken', name_key: 'usernameTaken', email: 'emailTaken' },
});

/** The first user's name: the super administrator, made at the first start. */
export const ROOT_USERNAME = 'root';
