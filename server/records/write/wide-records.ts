import type { Connection, Engine, Raw } from '../../database/engine.ts';
import { mayOutgrow } from '../../database/row-bounds.ts';
import { inSavepoint } from '../../database/savepoint.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { RecordsRefused } from './records-refused.ts';

/**
 * Runs work that stores records. Where one of them is larger than the engine can store, throws the problem of its largest field, and
 * the transaction can go on.
 */
export async function storing<T>(
  engine: Engine,
  connection: Connection,
  { definition, records }: { readonly definition: Definition; readonly records: readonly Raw[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    // Only wide collections: a savepoint costs two statements.
    return await (mayOutgrow(engine.rowBounds, definition) ? inSavepoint(connection, work) : work());
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
