import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from '../../messages/message.ts';

/** A super administrator sees the server as another user does, for minutes and without changing anything. */
export const impersonation = defineCollection({
  name: 'quire_impersonation',
  label: message('impersonationLabel'),
  audit: 'creation',
  fields: {
    /** The session of the super administrator, with which it ends. */
    session_id: bigint({ required: true, indexed: true }),
    /** The nonce that the session had: a new password gives it another. */
    session_nonce: text({ max: 22, required: true, secret: true }),
    /** The impersonated user. */
    user_id: bigint({ required: true }),
    hash: text({ max: 64, required: true, secret: true }),
    /** Leading bits of the hash, by which the record is found. */
    fingerprint: bigint({ required: true, unique: true, secret: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
});

export type Impersonation = RecordOf<typeof impersonation>;
