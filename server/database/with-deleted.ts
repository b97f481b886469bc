import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The one way past the soft-delete rule: queries that see deleted rows too. For the trash and the history alone, which
 * have permissions of their own; `scripts/import-rules.cjs` names the files that may.
 */
export function withDeleted(query: Kysely<Tables>): Kysely<Tables> {
  return query.withoutPlugins();
}
