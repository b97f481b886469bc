import {
  MAX_JSON_DEPTH,
  MAX_JSON_EXACT_NUMBERS,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
} from '../../../contract/limits.ts';
import { type AppError, badParameters, malformedRequest, type Problems } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { endOfText } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body with exact numbers; undefined if it is empty. Throws for broken UTF-8, broken JSON, deep nesting and too many values, names or exact numbers. */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  return readJson(decode(bytes));
}

/** Reads JSON as a body is read. */
export function readJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess) throw malformedRequest({ '': excess });
  try {
    return fromJson(text, MAX_JSON_EXACT_NUMBERS);
  } catch (cause) {
    throw Object.assign(refusalOf(text, cause), { cause });
  }
}

function refusalOf(text: string, cause: unknown): AppError {
  if (cause instanceof RangeError)
    return malformedRequest({ '': message('bodyTooManyExactNumbers', { max: MAX_JSON_EXACT_NUMBERS }) });
  const closed = closedName(text);
  return closed ? badParameters(closed) : malformedRequest({ '': message('notJson') });
}

/** The path of the first key that could pollute prototypes, for which the JSON reader refuses the body. */
function closedName(text: string): Problems | undefined {
  try {
    return findClosedName(JSON.parse(text), []);
  } catch {
    return undefined; // not JSON at all
  }
}

function findClosedName(value: unknown, path: readonly string[]): Problems | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const reachesPrototype = name === 'constructor' && Object.hasOwn(Object(inner), 'prototype');
    if (name === '__proto__' || reachesPrototype)
      return { [path.join('.').slice(0, 60) || name]: message('closedName', { name }) };
    const found = findClosedName(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw Object.assign(malformedRequest({ '': message('notUtf8') }), { cause });
  }
}

/** Which limit the text exceeds. Checked before parsing, because the cost of parsing grows with the number of values. */
function excessOf(text: string): Text | undefined {
  let depth = 0;
  let values = 0;
  let names = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x22) {
      index = endOfText(text, index) - 1;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_JSON_DEPTH) return message('bodyTooDeep', { max: MAX_JSON_DEPTH });
    } else if (char === 0x5d || char === 0x7d) {
      depth -= 1;
    } else if (char === 0x2c) {
      values += 1;
    } else if (char === 0x3a) {
      names += 1;
    }
  }
  if (values > MAX_JSON_VALUES) return message('bodyTooManyValues', { max: MAX_JSON_VALUES });
  if (names > MAX_JSON_NAMES && hasTooManyNames(text))
    return message('bodyTooManyNames', { max: MAX_JSON_NAMES });
  return undefined;
}

/** Whether names differ too much. To parse a name that was not seen before takes ten times as long as to parse another. */
function hasTooManyNames(text: string): boolean {
  const names = new Set<string>();
  let latest = '';
  for (let index = 0; index < text.length && names.size <= MAX_JSON_NAMES; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x22) {
      const end = endOfText(text, index);
      latest = text.slice(index, end);
      index = end - 1;
    } else if (char === 0x3a) {
      names.add(latest);
    }
  }
  return names.size > MAX_JSON_NAMES;
}
