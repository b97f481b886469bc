import type { Jobs } from '../../background/jobs.ts';
import type { Database } from '../../database/database.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { StatementsOf } from './collection-statements.ts';
import type { KeptColumns } from './kept-columns.ts';

/**
 * What every read and write of records needs: the database, its collections, their compiled statements, durable jobs, and the columns
 * that the feed keeps.
 */
export interface RecordStore {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly statements: StatementsOf;
  readonly jobs: Jobs;
  readonly kept: KeptColumns;
}
