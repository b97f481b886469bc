import type { Key } from '../../../api/admin/keys.ts';
import { t } from '../../../texts/admin.ts';
import { joined } from '../../../texts/joined.ts';

/** A summary of the rights of a key, and of how much it may ask for. */
export function limitsText(key: Key): string {
  const { permissions, collections, networks, read_only, manages_accounts, requests_per_minute } = key;
  const parts = [
    ...(read_only ? [t.keys.readsOnly] : []),
    ...(collections ? [t.keys.recordsOnly(joined(collections))] : []),
    ...(permissions ? [t.keys.permissionsOnly(joined(permissions) || '–')] : []),
    ...(networks ? [t.keys.from(joined(networks))] : []),
    ...(manages_accounts ? [t.keys.managesAccounts] : []),
  ];
  const rights = parts.join(' · ') || t.keys.everything;
  return requests_per_minute ? `${rights} · ${t.keys.requestsPerMinute(requests_per_minute)}` : rights;
}
