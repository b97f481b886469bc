import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_INT64, MIN_INT64 } from '../../contract/limits.ts';
import { hasTextIds, readTextId, type ServedDefinition } from '../definitions/for-server.ts';
import { AppError, malformedRequest } from '../errors.ts';
import { message } from '../messages/message.ts';
import type { SingletonIds } from '../records/singletons.ts';
import { idParams } from './records/collection-schemas.ts';

/** The parameters of a path with an id; `parseId` reads it. */
export const idInPath = Type.Object({ id: Type.String() });

/** The id of a user; 0 is nobody, or the server itself. */
export const idOrNobody = { ...Type.Id(), minimum: 0 };

/** The answer fields of a write that created a record. */
export const newRecord = { id: Type.Id() };

/** The id in a path: a positive 64-bit integer in its plain spelling. Throws for anything else. */
export function parseId(text: string | undefined, name = 'id'): bigint {
  const id = text !== undefined && /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : 0n;
  if (id === 0n || id > MAX_INT64) throw malformedRequest({ [name]: message('notPositive') });
  return id;
}

/** The id of a record of a query in a path: tables of other programs number from 0 or below. Throws if no record can have it. */
export function parseAnsweredId(text: string | undefined): bigint {
  const id = text !== undefined && /^(?:0|-?[1-9]\d{0,18})$/.test(text) ? BigInt(text) : undefined;
  if (id === undefined || id > MAX_INT64 || id < MIN_INT64)
    throw malformedRequest({ id: message('notABigint') });
  return id;
}

/** The address of records of a served collection. */
interface RecordPlace {
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
