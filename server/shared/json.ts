import { parse } from 'secure-json-parse';
import { type ExactNumber, readJson } from './exact-json.ts';

/** A value of JSON, every number in it exact. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Reads JSON. A number that a double cannot represent becomes an ExactNumber. Throws SyntaxError, also for keys that could
 * pollute prototypes, and RangeError for more than `most` such numbers. `Value` is the type of what was written as this text.
 */
export function fromJson<Value = Json>(text: string, most = Number.POSITIVE_INFINITY): Value {
  return readJson(text, { parse, most }) as Value;
}

/** Reads JSON that the server wrote, in which a name that a client sent may be any. */
export function fromOwnJson<Value = Json>(text: string): Value {
  return readJson(text) as Value;
}
