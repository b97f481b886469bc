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
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  );
}

/** Only such numbers can lose digits as doubles; texts without them are read at full speed. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/**
 * Reads JSON. A number that a double cannot represent becomes an ExactNumber. Throws SyntaxError, also for keys that could
 * pollute prototypes. `Value` is the type of what was written as this text.
 */
export function fromJson<Value = Json>(text: string): Value {
  return LONG_NUMBER.test(text) ? unmarked(parse(marked(text))) : parse(text);
}

/** Reads JSON that the server wrote, in which a name that a client sent may be any. */
export function fromOwnJson<Value = Json>(text: string): Value {
  return LONG_NUMBER.test(text) ? unmarked(JSON.parse(marked(text))) : JSON.parse(text);
}

/** The prefix of texts that represent exact numbers while JSON is read. Nobody outside of this process can know it. */
const MARK = randomUUID();
const opened = `"${MARK}`;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * JSON with each number that a double cannot represent as a marked text. A reviver, called for every value, takes ten times as
 * long.
 */
function marked(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let index = 0; index < text.length; ) {
    const char = text.charCodeAt(index);
    const next = char === 0x22 ? endOfText(text, index) : endOfNumber(text, index);
    const token = char === 0x22 || next === index ? '' : text.slice(index, next);
    if (token.length > 2 && NUMBER.test(token) && !isExact(Number(token), token)) {
      pieces.push(text.slice(copied, index), opened, token, '"');
      copied = next;
    }
    index = Math.max(next, index + 1);
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Where the text that begins here has ended; the length of the JSON if it does not end. */
export function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x5c) index += 1;
    else if (char === 0x22) return index + 1;
  }
  return text.length;
}

/** Where what begins here and looks like a number has ended; `start` if nothing of it does. */
function endOfNumber(text: string, start: number): number {
  let index = start;
  while (isOfNumber(text.charCodeAt(index))) index += 1;
  return index;
}

/** Whether it is a digit or one of `+-.eE`. */
function isOfNumber(char: number): boolean {
  const isDigit = char >= 0x30 && char <= 0x39;
  return isDigit || char === 0x2b || char === 0x2d || char === 0x2e || char === 0x45 || char === 0x65;
}

/** Puts exact numbers in the place of marked texts, in the value itself. */
function unmarked<Value>(value: Value): Value {
  const root = { value };
  const rest: Record<string, unknown>[] = [root];
  for (let inside = rest.pop(); inside; inside = rest.pop()) {
    for (const name of Object.keys(inside)) {
      const inner = inside[name];
      if (typeof inner === 'string' && inner.startsWith(MARK))
        inside[name] = new ExactNumber(inner.slice(MARK.length));
      else if (typeof inner === 'object' && inner !== null) rest.push(inner as Record<string, unknown>);
    }
  }
  return root.value;
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
