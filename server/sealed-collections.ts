import { totp } from './access/factors/totp.collection.ts';
import { modules } from './modules.ts';
import { logChain, type SealedCollection } from './records/index.ts';

/** Everything in the database that is encrypted with a secret of the server. */
export const sealedCollections: readonly SealedCollection[] = [
  {
    definition: totp,
    owner: 'user_id',
    columns: ['secret'],
    purpose: 'second factor',
    remedy: 'their users need a recovery code, and set the authenticator app up again',
  },
  {
    definition: logChain,
    owner: 'id',
    columns: ['private_key'],
    purpose: 'log chain',
    remedy: 'the log is sealed with a new key; note the public key that verify prints',
  },
  ...modules.flatMap(({ sealedColumns = [] }) => sealedColumns),
];
