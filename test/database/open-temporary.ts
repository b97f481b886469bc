import { openDatabase } from '../../server/database/database.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-record.ts';
import { newDatabase } from '../support/test-database.ts';

/** A new database with empty tables of these definitions, closed when the test file has run. */
export async function openTemporary(definitions: readonly Definition[]) {
  const behind = await newDatabase();
  const catalogue = makeCatalogue(definitions);
  const database = await openDatabase(behind.address, catalogue, async () => {});
  behind.closeFirst(() => database.close());
  return { database, catalogue, behind };
}
