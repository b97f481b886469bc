import { MAX_JSON_DEPTH } from '../../contract/limits.ts';
import { badParameters } from '../errors.ts';
import { fromJson } from '../json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body, every number exact. Refuses broken UTF-8, broken JSON and deep nesting. */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  return readJson(decode(bytes));
}

/** Reads JSON as a body is read. */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw badParameters({ '': `JSON 嵌套不能超过 ${MAX_JSON_DEPTH} 层` });
  try {
    return fromJson(text);
  } catch (cause) {
    throw Object.assign(badParameters({ '': '不是有效的 JSON' }), { cause });
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw Object.assign(badParameters({ '': '请求体不是有效的 UTF-8' }), { cause });
  }
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
