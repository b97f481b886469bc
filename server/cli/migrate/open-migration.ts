import { renamePermissions } from '../../access/accounts/renamed-collection.ts';
import { catalogueWith } from '../../built-in-collections.ts';
import { connect } from '../../database/database.ts';
import type { MigrationContext } from '../../database/schema/migrate.ts';
import { makeQuery } from '../../database/soft-deletion/tables.ts';
import { defineWork, loadProject } from '../../project/index.ts';
import { makeRecordStore, systemContext } from '../../records/index.ts';
import { cleanInPast, misfitsInPast } from '../../records/past/cleaned.ts';
import { correctRecord } from '../../records/past/corrected.ts';
import { renameInPast } from '../../records/past/renamed.ts';
import type { Settings } from '../../settings/values.ts';
import type { DataContext } from './migrate-data.ts';

/** Seconds for a check that reads all records of a table. DATABASE_TIMEOUT is for requests. */
const CHECK_TIMEOUT = 3600;

/** What migrating tables needs, and what migrating data needs. */
export interface Contexts {
  readonly context: MigrationContext;
  readonly data: DataContext;
}

/** Opens the database and the project without changing either. */
export async function openMigration(settings: Settings): Promise<Contexts & { close: () => Promise<void> }> {
  const project = await loadProject(settings.contentDir, settings.locales);
  const catalogue = catalogueWith(project.collections, settings.locales);
  const database = await connect({ ...settings, databaseTimeout: CHECK_TIMEOUT }, catalogue);
  const store = makeRecordStore(database, catalogue, settings.language);
  defineWork(store, project, settings);
  const context: MigrationContext = {
    engine: database.engine,
    catalogue,
    keepDays: settings.droppedColumnsDays,
    cleanPast: (exclusive, field) => cleanInPast(database.query, exclusive, field),
    findPastMisfits: (reader, past) => misfitsInPast(database.query, reader, past),
    correct: (connection, correction) =>
      correctRecord(database.engine, makeQuery(database.engine, []), connection, correction),
    async rename(connection, renaming) {
      await renameInPast(database.query, connection, renaming, catalogue.all);
      await renamePermissions(store.writesIn(connection, systemContext('migrate')), renaming);
    },
  };
  return { context, data: { store, project }, close: database.close };
}
