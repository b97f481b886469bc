import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { defineCollection, json, type LeftBehind } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from '../../messages/message.ts';
import { VISIBLE } from '../../shared/text/text-patterns.ts';

const collection = defineCollection({
  name: 'quire_app',
  label: message('appLabel'),
  audit: 'full',
  fields: {
    client_id: text({ max: 60, required: true, unique: true }),
    name: text({ max: 60, required: true, pattern: VISIBLE }),
    /** A hash of its secret; null for programs that cannot keep one. */
    secret_hash: text({ max: 43, secret: true }),
    /** What else the protocol knows of it, by the names of RFC 7591. */
    metadata: json({ required: true }),
    /** Whether it registered itself. */
    is_dynamic: boolean({ default: false }),
    active: boolean({ default: true }),
  },
});

/** A site or program at which people sign in with their account here, and which acts in their name: a client of OAuth. */
export const app = {
  ...collection,
  leftBehind: {
    by: [
      ['create_user_id', 'create_time'],
      ['update_user_id', 'update_time'],
    ],
    fate: () => ({ active: false }),
  } satisfies LeftBehind,
};

export type App = RecordOf<typeof app>;
