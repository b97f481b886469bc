import { totp } from './access/factors/totp.record.ts';
import { webhook } from './features/webhooks/webhook.record.ts';
import { modules } from './modules.ts';
import type { SealedRecord } from './records/sealed/sealed-values.ts';

/** Everything in the database that is encrypted with a secret of the server. */
export const sealedRecords: readonly SealedRecord[] = [
  { definition: totp, owner: 'user_id', columns: ['secret'], purpose: 'second factor' },
  ...modules.flatMap(({ sealedColumns = [] }) => sealedColumns),
  {
    definition: webhook,
    owner: 'create_user_id',
    columns: ['secret', 'former_secret'],
    purpose: 'webhook',
  },
];
