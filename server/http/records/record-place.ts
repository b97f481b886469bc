import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import type { SingletonIds } from '../../records/singletons.ts';
import { parseId } from '../parse-id.ts';
import { idParams } from './collection-schemas.ts';

/** The address of records of a served collection. */
export interface RecordPlace {
  /** Below the collection's path, by the record's id; of a singleton the collection's own path. */
  readonly path: string;
  readonly params: JsonSchema<{ readonly id?: string }>;
  /** The record's id. Throws if the path names none. */
  idOf(params: { readonly id?: string }): bigint;
}

/** A served collection and the address of its records. */
export interface PlacedRecord {
  readonly definition: ServedDefinition;
  readonly place: RecordPlace;
}

export function recordPlaceOf(
  { name, path, label }: ServedDefinition,
  singletonIds: SingletonIds,
): RecordPlace {
  const single = singletonIds.get(name);
  if (single !== undefined) return { path, params: Type.Object({}), idOf: () => single };
  return { path: `${path}/:id`, params: idParams(label), idOf: ({ id }) => parseId(id) };
}
