import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A captcha that was tried, rightly or wrongly, and so is good for nothing more. Kept until it would have expired. */
export const triedCaptcha = defineCollection({
  name: 'quire_tried_captcha',
  label: message('triedCaptchaLabel'),
  audit: 'none',
  fields: {
    nonce: text({ max: 22, required: true, unique: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  conflicts: { nonce: 'captchaWrong' },
});
