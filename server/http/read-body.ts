import { parse } from 'secure-json-parse';
import { MAX_JSON_DEPTH } from '../../contract/limits.ts';
import { ExactNumber } from '../definitions/exact-number.ts';
import { badParameters } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Only such numbers can lose digits as doubles; bodies without them are read at full speed. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/** Reads a JSON body, every number exact. Refuses broken UTF-8, broken JSON, keys that reach into prototypes, and deep nesting. */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  if (isTooDeep(text)) throw badParameters({ '': `JSON 嵌套不能超过 ${MAX_JSON_DEPTH} 层` });
  try {
    return LONG_NUMBER.test(text) ? parse(text, keepDigits as never) : parse(text);
  } catch (cause) {
    throw Object.assign(badParameters({ '': '请求体不是有效的 JSON' }), { cause });
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw Object.assign(badParameters({ '': '请求体不是有效的 UTF-8' }), { cause });
  }
}

function keepDigits(_: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : toExact(source);
  return source.length > 15 ? new ExactNumber(source) : value;
}

/** 64 bits have at most 19 digits; reading millions of them would take long. */
function toExact(digits: string): bigint | ExactNumber {
  return digits.length <= 20 ? BigInt(digits) : new ExactNumber(digits);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) {
      inString = true;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (char === 0x5d || char === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}
