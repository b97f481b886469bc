import { parse } from 'secure-json-parse';

declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access proposal, stage 4; not yet in the compiler's library. */
    rawJSON(text: string): unknown;
  }
}

/** A value of JSON, every number in it exact. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON number whose digits a double would round: kept, and written again, to the letter. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** JSON with every number exact: a bigint is written as the bare number that it is. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  );
}

/** Only such numbers can lose digits as doubles; texts without them are read at full speed. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/**
 * Reads JSON. A number that a double cannot tell becomes an ExactNumber. Throws SyntaxError, also over keys that reach
 * into prototypes. `Value` is the type of what was written as this text.
 */
export function fromJson<Value = Json>(text: string): Value {
  return LONG_NUMBER.test(text) ? parse(text, keepDigits) : parse(text);
}

/** Reads JSON that the server wrote, in which a name that a client sent may be any. */
export function fromOwnJson<Value = Json>(text: string): Value {
  return JSON.parse(text, keepDigits);
}

/** The compiler's library does not know a reviver's third argument (ECMA-262, JSON.parse). */
function keepDigits(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined || isExact(value, source)) return value;
  return new ExactNumber(source);
}

/**
 * Doubles hold every whole number up to 2^53, and any 15 digits between their extremes (IEEE 754). Beyond 2^53 one may
 * be written like the number that was meant and be another.
 */
function isExact(value: number, source: string): boolean {
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  if (String(value) === source) return true;
  const size = Math.abs(value);
  return source.length <= 15 && (size === 0 ? !/[1-9]/.test(source) : size > 1e-300 && size < 1e300);
}
