import { integer } from '../../definitions/fields/integer.ts';
import { defineCollection, longText } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** The key by which statements about who has signed in are signed. */
export const signingKey = defineCollection({
  name: 'quire_app_signing_key',
  label: message('signingKeyLabel'),
  audit: 'none',
  fields: {
    /** There is one. */
    place: integer({ required: true, unique: true }),
    /** A private JWK, encrypted for its own id. */
    private_key: longText({ secret: true }),
  },
});
