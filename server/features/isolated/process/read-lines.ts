import type { Readable } from 'node:stream';

/** The lines of a stream. Throws once one is longer than `most` bytes, so that nothing piles up. */
export async function* readLines(stream: Readable, most: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      size += end - start;
      if (size > most) throw new TooLong(most);
      yield Buffer.concat(parts).toString('utf8');
      [parts, size, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > most) throw new TooLong(most);
  }
}

const NEWLINE = 0x0a;

export class TooLong extends Error {
  constructor(most: number) {
    super(`it sent a message of more than ${most} bytes`);
  }
}
