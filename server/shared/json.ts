import { randomUUID } from 'node:crypto';
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
  if (!mayHoldBigint(value)) return JSON.stringify(value); // a replacer takes four times as long
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  );
}

/** Whether a value holds a bigint, or something that says itself how it is written, which may hold one. */
function mayHoldBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if ('toJSON' in value) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some(mayHoldBigint);
}

/** Only such numbers can lose digits as doubles; texts without them are read at full speed. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/**
 * Reads JSON. A number that a double cannot represent becomes an ExactNumber. Throws SyntaxError, also for keys that could
 * pollute prototypes, and RangeError for more than `most` such numbers. `Value` is the type of what was written as this text.
 */
export function fromJson<Value = Json>(text: string, most = Number.POSITIVE_INFINITY): Value {
  return LONG_NUMBER.test(text) ? readExactly(text, parse, most) : parse(text);
}

/** Reads JSON that the server wrote, in which a name that a client sent may be any. */
export function fromOwnJson<Value = Json>(text: string): Value {
  return LONG_NUMBER.test(text) ? readExactly(text, JSON.parse) : JSON.parse(text);
}

/**
 * Parses JSON after turning each exact number into a text with a random prefix, a new one for each call, so that no client can
 * forge it. A reviver would be called for every value.
 */
function readExactly<Value>(text: string, read: (text: string) => unknown, most?: number): Value {
  const mark = randomUUID();
  return unmarked(read(marked(text, mark, most)), mark) as Value;
}

const TEXT_OR_LONG_NUMBER = /"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE][+-]?\d+/g;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON with each number that a double cannot represent as a marked text. */
function marked(text: string, mark: string, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = [];
  const tokens = new RegExp(TEXT_OR_LONG_NUMBER);
  let copied = 0;
  let count = 0;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    const end = tokens.lastIndex;
    if (token === '"') {
      tokens.lastIndex = endOfText(text, found.index);
    } else if (NUMBER.test(token) && !isExact(Number(token), token) && !isName(text, end)) {
      count += 1;
      if (count > most) throw new RangeError('too many exact numbers');
      pieces.push(text.slice(copied, found.index), `"${mark}${token}"`);
      copied = end;
    }
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Whether a name was expected where this number stands. Left as it is, it fails to parse; marked, it would pass as a name. */
function isName(text: string, end: number): boolean {
  let index = end;
  while (' \t\n\r'.includes(text.charAt(index)) && index < text.length) index += 1;
  return text.charAt(index) === ':';
}

/** Where the text that begins here has ended; the length of the JSON if it does not end. */
export function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

const BACKSLASH = 0x5c;

/** The value with exact numbers in place of marked texts. */
function unmarked(value: unknown, mark: string): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = unmarked(value[index], mark);
  } else if (typeof value === 'object' && value !== null) {
    const inside = value as Record<string, unknown>;
    for (const name of Object.keys(inside)) inside[name] = unmarked(inside[name], mark);
  }
  return value;
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
