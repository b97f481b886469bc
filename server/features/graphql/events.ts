import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { Bytes } from '../../http/bytes.ts';
import { toJson } from '../../shared/exact-json.ts';
import { STREAM } from './feed.ts';
import type { Prepared } from './prepare-operation.ts';
import { run, shownResult } from './run-operation.ts';

/** What no reader has taken for so long may have ended on the way. */
const HEARTBEAT_MS = 15_000;
const SIGN_OF_LIFE = ':\n\n';
const HEADERS = {
  'content-type': `${STREAM}; charset=utf-8`,
  'cache-control': 'no-store, no-transform', // what compresses answers may hold events back
  'x-accel-buffering': 'no', // as does nginx
};

/** Answers an operation as events, by the protocol of graphql-sse for one operation a connection. */
export function eventsOf(prepared: Prepared): Bytes {
  const stream = new PassThrough();
  stream.once('close', () => prepared.left.abort());
  stream.write(SIGN_OF_LIFE); // the head of an answer goes out with its first byte
  const heartbeat = setInterval(() => {
    if (!stream.writableNeedDrain) stream.write(SIGN_OF_LIFE);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  send(prepared, stream)
    .catch(prepared.report)
    .finally(() => {
      clearInterval(heartbeat);
      stream.end();
    });
  return new Bytes(200, HEADERS, stream);
}

/** Sends the results as the reader takes them, and that they are complete, unless the server is about to stop. */
async function send(prepared: Prepared, stream: PassThrough): Promise<void> {
  const { left, leaving } = prepared;
  for await (const result of resultsOf(prepared)) {
    if (left.signal.aborted) return;
    const hasRoom = stream.write(`event: next\ndata: ${toJson(result)}\n\n`);
    if (!hasRoom) await once(stream, 'drain', { signal: left.signal }).catch(() => undefined);
  }
  if (!leaving.aborted) stream.write('event: complete\ndata:\n\n');
}

async function* resultsOf(prepared: Prepared): AsyncGenerator<ExecutionResult> {
  const { lib, execution, operation } = prepared;
  if (operation.operation !== 'subscription') return yield run(prepared);
  const subscribed = await lib.subscribe(execution);
  if (!(Symbol.asyncIterator in subscribed)) return yield shownResult(prepared, subscribed);
  for await (const result of subscribed) yield shownResult(prepared, result);
}
