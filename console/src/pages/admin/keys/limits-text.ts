import type { Key } from '../../../api/admin/keys.ts';
import { t } from '../../../texts/admin.ts';
import { joined } from '../../../texts/joined.ts';

/** A summary of the rights of a key. */
export function limitsText({ permissions, collections, networks, read_only, manages_accounts }: Key): string {
  const parts = [
    ...(read_only ? [t.keys.readsOnly] : []),
    ...(collections ? [t.keys.recordsOnly(joined(collections))] : []),
    ...(permissions ? [t.keys.permissionsOnly(joined(permissions) || '–')] : []),
    ...(networks ? [t.keys.from(joined(networks))] : []),
    ...(manages_accounts ? [t.keys.managesAccounts] : []),
  ];
  return parts.join(' · ') || t.keys.everything;
}
