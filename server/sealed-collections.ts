import { totp } from './access/factors/totp.collection.ts';
import { modules } from './modules.ts';
import type { SealedCollection } from './records/sealed/sealed-values.ts';

/** Everything in the database that is encrypted with a secret of the server. */
export const sealedCollections: readonly SealedCollection[] = [
  {
    definition: totp,
    owner: 'user_id',
    columns: ['secret'],
    purpose: 'second factor',
    remedy: 'their users need a recovery code, and set the authenticator app up again',
  },
  ...modules.flatMap(({ sealedColumns = [] }) => sealedColumns),
];
