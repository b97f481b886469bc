import { dateTime } from '../../definitions/date-time.ts';
import { defineRecord } from '../../definitions/define-record.ts';
import { text } from '../../definitions/text.ts';

/** A captcha that was tried, rightly or wrongly, and so is good for nothing more. Kept until it would have expired. */
export const triedCaptcha = defineRecord({
  name: 'quire_tried_captcha',
  label: '已用验证码',
  audit: 'none',
  fields: {
    nonce: text({ max: 22, required: true, unique: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  conflicts: { nonce: 'captchaWrong' },
});
