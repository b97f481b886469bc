import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The only way around the soft-delete rule: queries that see deleted rows too. Only the trash and the history, which have
 * permissions of their own, use it; `scripts/import-rules.cjs` names the files that may.
 */
export function withDeleted(query: Kysely<Tables>): Kysely<Tables> {
  return query.withoutPlugins();
}
