import type { Values } from '../../form/record-merge.ts';
import { connection, requestOf } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { wireOf } from './wire.ts';

/** Some values of one record. */
export interface RecordValues {
  readonly id: string;
  readonly values: Values;
}

/** Gives several records their values, all or none. Returns the request, by which it is undone. */
export async function writeCells(
  collection: ServedDescription,
  records: readonly RecordValues[],
): Promise<string> {
  const items = records.map(({ id, values }) => ({
    action: 'update',
    id,
    values: wireOf(collection, values),
  }));
  return requestOf(await connection.response('POST', `${collection.path}/bulk`, { body: { items } }));
}
