import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Raw } from '../../database/engine.ts';
import { forSubscription } from '../../http/stream-kind.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { type Asking, callerHeaders, urlOf } from './ask.ts';
import type { Library } from './library.ts';
import { errorOf } from './problem.ts';

export const STREAM = 'text/event-stream';

/** Follows the feed of changes as the caller. It ends where their stream of the API ends: at once, when they are no longer let in. */
export type Listen = (query: Readonly<Record<string, unknown>>) => Promise<AsyncIterable<Raw>>;

/** Makes the listening of one caller, until they have left. */
export function listenAs(app: FastifyInstance, lib: Library, asking: Asking, left: AbortSignal): Listen {
  return async (query) => {
    const answer = await app.inject({
      method: 'GET',
      url: urlOf('/v1/changes', query),
      remoteAddress: asking.from.address,
      headers: { ...callerHeaders(asking), ...forSubscription, accept: STREAM },
      payloadAsStream: true,
    });
    const stream = answer.stream();
    if (answer.statusCode >= 400) throw errorOf(lib, fromOwnJson<Raw>(await textOf(stream)));
    const close = () => void answer.raw.res.destroy();
    left.addEventListener('abort', close, { once: true });
    if (left.aborted) close();
    return changesIn(stream, left);
  };
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}

/** The changes in a stream of events, each with its cursor, until the caller has left. */
async function* changesIn(stream: Readable, left: AbortSignal): AsyncGenerator<Raw> {
  let waiting = '';
  try {
    for await (const piece of stream.setEncoding('utf8')) {
      const frames = (waiting + piece).split('\n\n');
      waiting = frames.pop() ?? '';
      for (const frame of frames) {
        const { id, data } = fieldsOf(frame);
        if (data !== undefined) yield { cursor: id, ...fromOwnJson<Raw>(data) };
      }
    }
  } catch (error) {
    if (!left.aborted) throw error;
  }
}

function fieldsOf(frame: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    frame.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}
