import { MAX_BODY_BYTES } from '../../../../contract/limits.ts';
import type { Raw } from '../../../database/engine.ts';
import { AppError } from '../../../errors.ts';
import { readJson } from '../../../http/edge/bodies.ts';
import type { SourceRecord } from '../../../records/sent-records/source-record.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import { message } from '../messages/message.ts';
import { brokenAt, readText } from './file-text.ts';

/** The text of one record, and the line it begins on. */
interface Piece {
  readonly text: string;
  readonly line: number;
}

/** The records of a file with one JSON object a line. A line that is not one becomes a record with a problem. */
export async function* jsonLineRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  for await (const { text, line } of linesOf(readText(bytes))) {
    if (text.trim() === '') continue;
    try {
      yield toRecord(text, line);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      yield { line, size: text.length, values: {}, problems: error.problems };
    }
  }
}

/** The records of a file that is one JSON array of objects. Throws if it is not. */
export async function* jsonArrayRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  for await (const { text, line } of elementsOf(readText(bytes))) {
    try {
      yield toRecord(text, line);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw brokenAt(line, Object.values(error.problems)[0] ?? error.text);
    }
  }
}

function toRecord(text: string, line: number): SourceRecord {
  const values = readJson(text);
  if (
    typeof values === 'object' &&
    values !== null &&
    !Array.isArray(values) &&
    !(values instanceof ExactNumber)
  )
    return { line, size: text.length, values: values as Raw };
  return { line, size: text.length, values: {}, problems: { '': message('notAnObject') } };
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  let rest = '';
  let line = 1;
  for await (const text of texts) {
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield { text: requireShort(piece, line), line };
      line += 1;
    }
    requireShort(rest, line);
  }
  yield { text: rest, line };
}

/** Only splits the array; whether an element is valid JSON is checked later. */
async function* elementsOf(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  let [depth, line, begun, count] = [0, 1, 0, 0];
  let [inString, isEscaped, isOver] = [false, false, false];
  let element = '';
  for await (const text of texts) {
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const char = text.charCodeAt(index);
      if (char === 0x0a) line += 1;
      if (isEscaped) isEscaped = false;
      else if (inString) {
        if (char === 0x5c) isEscaped = true;
        else if (char === 0x22) inString = false;
      } else if (char > 0x20) {
        if (isOver || (depth === 0 && char !== 0x5b)) throw brokenAt(line, message('notAnArrayFile'));
        if (depth === 1 && begun === 0) begun = line;
        const isEnd = depth === 1 && (char === 0x2c || char === 0x5d);
        if (isEnd) {
          const whole = (element + text.slice(start, index)).trim();
          if (whole !== '') yield { text: requireShort(whole, begun), line: begun };
          else if (char === 0x2c || count > 0) throw brokenAt(line, message('objectMissing'));
          element = '';
          count += 1;
          begun = 0;
          start = index + 1;
        }
        if (char === 0x22) inString = true;
        else if (char === 0x5b || char === 0x7b) {
          depth += 1;
          if (depth === 1) start = index + 1;
        } else if (char === 0x5d || char === 0x7d) {
          depth -= 1;
          isOver = depth === 0;
        }
      }
    }
    element = depth > 0 ? requireShort(element + text.slice(start), begun || line) : '';
  }
  if (!isOver) throw brokenAt(line, message('arrayNotClosed'));
}

function requireShort(text: string, line: number): string {
  if (text.length > MAX_BODY_BYTES) throw brokenAt(line, message('tooLong', { max: MAX_BODY_BYTES }));
  return text;
}
