import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { hasTextIds, readTextId } from '../../definitions/text-ids.ts';
import { AppError } from '../../errors.ts';
import type { SingletonIds } from '../../records/singletons.ts';
import { parseAnsweredId, parseId } from '../parse-id.ts';
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

export function recordPlaceOf(definition: ServedDefinition, singletonIds: SingletonIds): RecordPlace {
  const { name, path, label } = definition;
  const single = singletonIds.get(name);
  if (single !== undefined) return { path, params: Type.Object({}), idOf: () => single };
  const read = definition.sql ? parseAnsweredId : parseId;
  const idOf = hasTextIds(definition) ? textIn : ({ id }: { readonly id?: string }) => read(id);
  return { path: `${path}/:id`, params: idParams(label), idOf };
}

/** Only queries have ids that are texts. They are read as a filter, which takes any text. */
function textIn({ id }: { readonly id?: string }): bigint {
  const text = readTextId(id);
  if (text === undefined) throw new AppError('recordNotFound');
  return text as unknown as bigint; // see above
}
