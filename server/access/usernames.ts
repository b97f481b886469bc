import { system } from '../records/act.ts';
import type { Reads } from '../records/reads.ts';
import { user } from './user.record.ts';

/** The names of users that are there, by id, in one query. */
export async function usernamesOf(reads: Reads, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length > 0 ? await reads.where(user, (select) => select.where('id', 'in', wanted)) : [];
  return new Map([[system.id, system.username], ...rows.map(({ id, username }) => [id, username] as const)]);
}
