import type { Key } from '../../../api/admin/keys.ts';
import { t } from '../../../texts/admin.ts';

/** What a key leaves of its user's rights, in words. */
export function limitsText({ permissions, records, networks, read_only, manages_accounts }: Key): string {
  const parts = [
    ...(read_only ? [t.keys.readsOnly] : []),
    ...(records ? [t.keys.recordsOnly(records.join(', '))] : []),
    ...(permissions ? [t.keys.permissionsOnly(permissions.join(', ') || '–')] : []),
    ...(networks ? [t.keys.from(networks.join(', '))] : []),
    ...(manages_accounts ? [t.keys.managesAccounts] : []),
  ];
  return parts.join(' · ') || t.keys.everything;
}
