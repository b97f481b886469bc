import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { VISIBLE } from '../../shared/text/text-patterns.ts';

/** A passkey of a user: a credential of WebAuthn. */
export const passkey = defineCollection({
  name: 'quire_passkey',
  label: message('passkeyLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    name: text({ max: 60, required: true, pattern: VISIBLE }),
    /** The hash by which the record is found; ids are too long for an index. */
    credential_hash: text({ max: 43, required: true, unique: true, secret: true }),
    /** Id and public key, in base64url. */
    credential_id: text({ max: 1400, required: true, secret: true }),
    public_key: text({ max: 4000, required: true, secret: true }),
    /** How often the authenticator signed; 0 if it does not count. */
    counter: bigint({ default: 0n }),
    transports: json(),
    /** Whether its maker keeps a copy, so that it outlives the device. */
    backed_up: boolean({ default: false }),
    used_time: dateTime(),
  },
  conflicts: { credential_hash: 'passkeyKnown' },
});
