import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import type { SingletonIds } from '../../records/singletons.ts';
import { parseId } from '../parse-id.ts';
import { idParams } from './collection-schemas.ts';

/** The address of rows of a served collection. */
export interface RowPlace {
  /** Below the collection's path, by the row's id; of a singleton the collection's own path. */
  readonly path: string;
  readonly params: JsonSchema<{ readonly id?: string }>;
  /** The row's id. Throws if the path names none. */
  idOf(params: { readonly id?: string }): bigint;
}

/** A served collection and the address of its rows. */
export interface PlacedRow {
  readonly definition: ServedDefinition;
  readonly place: RowPlace;
}

export function rowPlaceOf({ name, path, label }: ServedDefinition, singletonIds: SingletonIds): RowPlace {
  const single = singletonIds.get(name);
  if (single !== undefined) return { path, params: Type.Object({}), idOf: () => single };
  return { path: `${path}/:id`, params: idParams(label), idOf: ({ id }) => parseId(id) };
}
