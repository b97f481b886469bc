import { defineCollection } from '../../definitions/define-collection.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { longText } from '../../definitions/fields/long-text.ts';
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
