import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** A client reads no answer while it still sends. This many excess bytes are skipped before its connection is cut. */
const SLACK_BYTES = 1_048_576;

/** All bytes of a body. Throws if they are more than `most`. */
export async function readBytes(body: unknown, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of boundedStream(body, most)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A body as a stream, which fails after `most` bytes or when the client breaks off. Without a body it is empty. */
export function boundedStream(body: unknown, most: number): Readable {
  if (!(body instanceof Readable)) return Readable.from([]);
  const bounded = new PassThrough();
  bounded.on('error', () => {}); // a handler that does not read it must not end the process
  void pump(body, bounded, most);
  return bounded;
}

async function pump(body: Readable, into: PassThrough, most: number): Promise<void> {
  let left = most;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      left -= (chunk as Buffer).length;
      if (left < 0) throw new AppError('bodyTooLarge', { detail: message('atMostBytes', { max: most }) });
      if (!into.destroyed && !into.write(chunk)) await drained(into);
    }
    into.end();
  } catch (error) {
    into.destroy(error as Error); // streams throw nothing else
    skip(body);
  }
}

/** Waits until a stream takes more, or never will. */
async function drained(stream: PassThrough): Promise<void> {
  const over = new AbortController(); // ends the wait that lost, or each pause of a long body would leave a listener
  await Promise.race(['drain', 'close'].map((event) => once(stream, event, { signal: over.signal })));
  over.abort();
}

function skip(body: Readable): void {
  let left = SLACK_BYTES;
  body.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) body.destroy();
  });
  body.on('error', () => {}); // nobody reads it any more
}
