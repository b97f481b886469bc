import { AppError, badParameters } from '../../../errors.ts';
import type { Text } from '../../../messages/message.ts';
import { message } from '../messages/message.ts';

/** A problem at one place of a file. */
export interface FileProblem {
  /** The place for programs, such as `line 3`. */
  readonly path: string;
  /** The place for people. */
  readonly place: Text;
  readonly problem: Text;
}

/** Why a file is refused, place by place. */
export function badFile(problems: readonly FileProblem[]): AppError {
  const sentences = problems.map(({ place, problem }) => message('fieldProblem', { field: place, problem }));
  return new AppError('badParameters', {
    detail: message('problemList', { problems: sentences }),
    problems: Object.fromEntries(problems.map(({ path, problem }) => [path, problem])),
  });
}

/** The bytes of the longest character in UTF-8. */
const MAX_SEQUENCE = 4;

/** Why a file cannot be read on. */
export function brokenAt(line: number, problem: Text): AppError {
  return badFile([{ path: `line ${line}`, place: message('lineNumber', { line }), problem }]);
}

/** The bytes of a file. Throws if they are not UTF-8, and says after which byte. */
export async function* requireUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* decode(bytes, (chunk) => chunk);
}

/** The text of a file in UTF-8, piece by piece, without a byte order mark. Throws if it is not UTF-8. */
export function readText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  return decode(bytes, (_, text) => text);
}

async function* decode<T>(
  bytes: AsyncIterable<Buffer>,
  take: (chunk: Buffer, text: string) => T,
): AsyncGenerator<T> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0; // of what was read
  let recent: Buffer = Buffer.alloc(0); // its end, in which a character may have begun, and what is read now
  try {
    for await (const chunk of bytes) {
      recent = Buffer.concat([recent.subarray(-MAX_SEQUENCE), chunk]);
      size += chunk.length;
      yield take(chunk, decoder.decode(chunk, { stream: true }));
    }
    decoder.decode();
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    const valid = size - recent.length + validBytes(recent);
    throw Object.assign(badParameters({ '': message('badUtf8After', { size: valid }) }), { cause });
  }
}

/** How many bytes of a text in UTF-8 are whole characters; a character that began before it is passed over. */
function validBytes(bytes: Buffer): number {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const isValid = (end: number, stream: boolean) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end), { stream });
      return true;
    } catch {
      return false; // broken before `end`
    }
  };
  let [low, high] = [start, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValid(middle, true)) low = middle;
    else high = middle - 1;
  }
  while (low > start && !isValid(low, false)) low -= 1;
  return low;
}

function isBroken(cause: unknown): boolean {
  return cause instanceof TypeError && 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}
