import { defineRecord } from '../../definitions/define-record.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { dateTime } from '../../definitions/fields/date-time.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { reference } from '../../definitions/fields/reference.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

const record = defineRecord({
  name: 'quire_session',
  label: message('sessionLabel'),
  audit: 'full',
  fields: {
    user_id: reference('quire_user', { required: true }),
    /** Random, and part of every token: another database's session of the same id is another session. */
    nonce: text({ max: 22, default: '', secret: true }),
    /** How often the refresh token was replaced; only the newest is good. */
    generation: integer({ default: 0 }),
    /** Whether a refresh replaces the refresh token; settled when the session begins, so that no thief can choose. */
    rotates: boolean({ default: true }),
    /** Whether a browser keeps the refresh token in a cookie; then it is never sent where a script could read it. */
    in_cookie: boolean({ default: false }),
    refreshed_time: dateTime({ required: true }),
    expire_time: dateTime({ required: true }),
    address: text({ max: 60, default: '' }),
    agent: text({ max: 200, default: '' }),
  },
});

/** One sign-in and the tokens that came from it. Its deletion ends them all. What it was is nobody's to look up later. */
export const session = { ...record, keepsHistory: false };
