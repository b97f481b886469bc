import { Type } from '../../contract/json-schema.ts';
import { MAX_INT64, MIN_INT64 } from '../../contract/limits.ts';
import { malformedRequest } from '../errors.ts';
import { message } from '../messages/message.ts';

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
