import type { Raw } from '../../database/engine.ts';
import { badParameters, type Problems } from '../../errors.ts';

/** One row of a file that is being imported, as it was sent; or what is wrong with it before any field is looked at. */
export interface SourceRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** About how much it holds, in characters. */
  readonly size: number;
  readonly values: Raw;
  readonly problems?: Problems;
}

/** Why a file cannot be read on. */
export function brokenAt(line: number, problem: string) {
  return badParameters({ [`第 ${line} 行`]: problem });
}

/** The bytes of a file, which must be UTF-8. Throws with the place where they are not. */
export async function* requireUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* decode(bytes, (chunk) => chunk);
}

/** The text of a file in UTF-8, piece by piece, without the mark at its beginning. Throws where it is something else. */
export function readText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  return decode(bytes, (_, text) => text);
}

async function* decode<T>(
  bytes: AsyncIterable<Buffer>,
  take: (chunk: Buffer, text: string) => T,
): AsyncGenerator<T> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  try {
    for await (const chunk of bytes) {
      yield take(chunk, decoder.decode(chunk, { stream: true }));
      size += chunk.length;
    }
    decoder.decode();
  } catch (cause) {
    if (
      !(cause instanceof TypeError && 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    )
      throw cause;
    throw Object.assign(badParameters({ '': `第 ${size} 字节之后不是有效的 UTF-8` }), { cause });
  }
}
