import type { DeleteQueryBuilder, DeleteResult, InsertQueryBuilder, InsertResult, Kysely } from 'kysely';
import type { Connection, Engine, Raw } from '../../database/engine.ts';
import { inSavepoint } from '../../database/savepoint.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { type Catalogue, type Definition, indexedValues, nestedName } from '../../definitions/for-server.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { type Change, idsIn, isSame } from '../record.ts';
import { chunksOf } from '../store/chunks.ts';
import { RecordsRefused } from './records-refused.ts';

type Statement =
  | DeleteQueryBuilder<Tables, string, DeleteResult>
  | InsertQueryBuilder<Tables, string, InsertResult>;

/** The statements that bring a collection's link tables in step with the ids that its changed records hold. */
export function* linkStatements(
  query: Kysely<Tables>,
  catalogue: Catalogue,
  definition: Definition,
  changes: readonly Change[],
): Generator<Statement> {
  for (const { field, link } of catalogue.referencesOf(definition.name)) {
    if (!link) continue;
    const added: { holder_id: bigint; target_id: bigint }[] = [];
    for (const [before, after] of changes) {
      const [old, now] = [new Set(before && idsIn(before, field)), new Set(idsIn(after, field))];
      const gone = [...old.difference(now)];
      if (gone.length > 0)
        yield query.deleteFrom(link.name).where('holder_id', '=', after.id).where('target_id', 'in', gone);
      for (const id of now.difference(old)) added.push({ holder_id: after.id, target_id: id });
    }
    for (const some of chunksOf(added)) yield query.insertInto(link.name).values(some);
  }
  yield* indexStatements(query, definition, changes);
}

/** The statements that bring the index of values inside groups and lists in step. */
function* indexStatements(
  query: Kysely<Tables>,
  { name, fields }: Definition,
  changes: readonly Change[],
): Generator<Statement> {
  const nested = Object.entries(fields).filter(([, field]) => field.nested);
  if (nested.length === 0) return;
  const index = nestedName(name);
  const outdated: bigint[] = [];
  const values: object[] = [];
  for (const [before, after] of changes) {
    if (before && nested.every(([field]) => isSame(before[field], after[field]))) continue;
    if (before) outdated.push(after.id);
    for (const [field, kind] of nested)
      for (const value of indexedValues(field, kind, after[field]))
        values.push({ holder_id: after.id, ...value });
  }
  for (const some of chunksOf(outdated)) yield query.deleteFrom(index).where('holder_id', 'in', some);
  for (const some of chunksOf(values)) yield query.insertInto(index).values(some);
}

/** The statements that delete the links of records that are gone for good. */
export function* unlinkStatements(
  query: Kysely<Tables>,
  catalogue: Catalogue,
  definition: Definition,
  ids: readonly bigint[],
): Generator<Statement> {
  for (const { link } of catalogue.referencesOf(definition.name))
    if (link) yield query.deleteFrom(link.name).where('holder_id', 'in', ids);
  if (Object.values(definition.fields).some(({ nested }) => nested))
    yield query.deleteFrom(nestedName(definition.name)).where('holder_id', 'in', ids);
}

interface Storage {
  readonly engine: Engine;
  readonly connection: Connection;
  /** Whether records of the collection may be larger than the engine can store. */
  readonly mayOutgrow: boolean;
}

/**
 * Runs work that stores records. Where one of them is larger than the engine can store, throws the problem of its largest field, and
 * the transaction can go on.
 */
export async function storing<T>(
  { engine, connection, mayOutgrow }: Storage,
  { definition, records }: { readonly definition: Definition; readonly records: readonly Raw[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    // Only wide collections: a savepoint costs two statements.
    return await (mayOutgrow ? inSavepoint(connection, work) : work());
  } catch (error) {
    if (!engine.isRowTooLarge(error)) throw error;
    const sizes = records.map((record) =>
      Object.keys(definition.fields).reduce((sum, name) => sum + sizeOf(record[name]), 0),
    );
    const largest = sizes.indexOf(Math.max(...sizes));
    const refused = problemOf(engine, definition, records[largest] ?? {}, error);
    throw records.length > 1 ? new RecordsRefused([{ index: largest, error: refused }]) : refused;
  }
}

function problemOf(
  { name, rowBounds: recordBounds }: Engine,
  { fields }: Definition,
  record: Raw,
  cause: unknown,
): AppError {
  const [field = ''] = Object.keys(fields).toSorted(
    (one, other) => sizeOf(record[other]) - sizeOf(record[one]),
  );
  const { page } = recordBounds;
  const why = page
    ? message('recordTooLarge', { engine: name, max: page.bytes })
    : message('valueTooLarge', { engine: name });
  return Object.assign(badParameters({ [field]: why }), { cause });
}

function sizeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  return typeof value === 'string' ? Buffer.byteLength(value) : toJson(value).length;
}
