import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openDatabase } from '../../server/database/database.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-record.ts';

/** A folder that goes when the test file has run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new database with empty tables of these definitions, closed when the test file has run. */
export async function openTemporary(definitions: readonly Definition[]) {
  const file = join(temporaryFolder(), 'data.db');
  const catalogue = makeCatalogue(definitions);
  const database = await openDatabase(`file:${file}`, catalogue, async () => {});
  after(() => database.close());
  return { database, catalogue, file };
}
