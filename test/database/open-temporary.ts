import { type Database, openDatabase } from '../../server/database/database.ts';
import type { Address, Connection } from '../../server/database/engine.ts';
import { type Catalogue, makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-collection.ts';
import { change, changeHead } from '../../server/records/changes/change.collection.ts';
import { newDatabase } from '../support/test-database.ts';

/** A new database with empty tables of these definitions, closed when the test file has run. */
export async function openTemporary(definitions: readonly Definition[]) {
  const behind = await newDatabase();
  const catalogue = makeCatalogue([...new Set([...definitions, change, changeHead])]); // every write adds to the feed
  const database = await openDatabase(behind.address, catalogue);
  behind.closeFirst(() => database.close());
  return { database, catalogue, behind };
}

/** Opens a database, and fills it as a start would: in a transaction while no other process does the same. */
export async function openFilled(
  address: Address,
  catalogue: Catalogue,
  fill: (database: Database, connection: Connection) => Promise<void>,
): Promise<Database> {
  const database = await openDatabase(address, catalogue);
  await database.engine.alone((exclusive) =>
    exclusive.transaction((connection) => fill(database, connection)),
  );
  return database;
}
