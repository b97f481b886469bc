import type { Connection, Engine, Raw } from '../../database/engine.ts';
import { mayOutgrow } from '../../database/row-bounds.ts';
import { inSavepoint } from '../../database/savepoint.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/json.ts';
import { RowsRefused } from './rows-refused.ts';

/**
 * Runs work that stores rows. Where one of them is larger than the engine can store, throws the problem of its largest field, and
 * the transaction can go on.
 */
export async function storing<T>(
  engine: Engine,
  connection: Connection,
  { definition, rows }: { readonly definition: Definition; readonly rows: readonly Raw[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    // Only wide collections: a savepoint costs two statements.
    return await (mayOutgrow(engine.rowBounds, definition) ? inSavepoint(connection, work) : work());
  } catch (error) {
    if (!engine.isRowTooLarge(error)) throw error;
    const sizes = rows.map((row) =>
      Object.keys(definition.fields).reduce((sum, name) => sum + sizeOf(row[name]), 0),
    );
    const largest = sizes.indexOf(Math.max(...sizes));
    const refused = problemOf(engine, definition, rows[largest] ?? {}, error);
    throw rows.length > 1 ? new RowsRefused([{ index: largest, error: refused }]) : refused;
  }
}

function problemOf({ name, rowBounds }: Engine, { fields }: Definition, row: Raw, cause: unknown): AppError {
  const [field = ''] = Object.keys(fields).toSorted((one, other) => sizeOf(row[other]) - sizeOf(row[one]));
  const { page } = rowBounds;
  const why = page
    ? message('rowTooLarge', { engine: name, max: page.bytes })
    : message('valueTooLarge', { engine: name });
  return Object.assign(badParameters({ [field]: why }), { cause });
}

function sizeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  return typeof value === 'string' ? Buffer.byteLength(value) : toJson(value).length;
}
