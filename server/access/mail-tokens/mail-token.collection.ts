import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import {
  dateTime,
  defineCollection,
  json,
  type LeftBehind,
  reference,
} from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The purposes of links in mails. */
export const PURPOSES = ['sign_up', 'invitation', 'reset', 'verification', 'address_change'] as const;
export type Purpose = (typeof PURPOSES)[number];

const collection = defineCollection({
  name: 'quire_mail_token',
  label: message('mailTokenLabel'),
  audit: 'creation',
  fields: {
    /** The purpose, and the user or the address that the token is for. */
    subject: text({ max: 100, required: true, unique: true, secret: true }),
    purpose: choice(PURPOSES, { required: true, indexed: true }),
    /** Null until there is a user. */
    user_id: reference('quire_user', { onDelete: 'delete' }),
    /** Where the mail goes. The token is good for this address alone. */
    address: text({ max: 100, required: true }),
    /** Null until the mail is written, and while no token is in use. */
    token_hash: text({ max: 43, unique: true, secret: true }),
    /** The groups that an invited user will join. */
    group_ids: json(),
    expire_time: dateTime({ required: true, indexed: true }),
  },
});

/**
 * A single-use token that was sent by mail, as a hash. There is one for each user or address and purpose: a newer one takes its
 * place.
 */
export const mailToken = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    fate: 'ends',
  } satisfies LeftBehind,
};
