// What databases offer to the layers above. Engines and the schema are imported by what opens them.

export { type Database, longReadsFor, type OpenedDatabase, openDatabase } from './database.ts';
export type { Connection, Engine, LongReader, Raw, Reader, Requester, Sheet, TextForm } from './engine.ts';
export { itself } from './fair-queue.ts';
export { RetryTransaction } from './retrying.ts';
export { csvCell } from './row-text.ts';
export { inSavepoint } from './savepoint.ts';
export { searchTable } from './search-sql.ts';
export type { Tables } from './soft-deletion/tables.ts';
export { STAMPS } from './stamps.ts';
export { prepareLookup, type Statement } from './statement.ts';
export { rowReader, rowsReader } from './values.ts';
export { rowSource, type Source, type Version, VersionedCache } from './versions/version.ts';
