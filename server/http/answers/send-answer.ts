import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WriteResult } from '../../access/write-result.ts';
import type { Bytes } from '../bytes.ts';
import { varyBy } from '../edge/negotiation.ts';
import type { ReadyAnswer } from '../ready-answer.ts';
import type { JsonAnswer } from './answer-cache.ts';
import { isKnown } from './etag.ts';
import { REPRESENTATION } from './prefer.ts';

/** Sends JSON; 304 in its place if it has an ETag that the client already has. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: Pick<JsonAnswer, 'text' | 'etag'>,
): FastifyReply {
  return etag === undefined ? sendText(reply, text) : sendTagged(request, reply, text, etag);
}

/** Sends the smallest form that the client accepts, marked as private; caches must revalidate it. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
): Promise<unknown> {
  const { encoding, bytes, etag } = await answer.form(request.headers);
  varyBy(reply, 'Authorization');
  varyBy(reply, 'Accept-Encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return sendTagged(request, reply.header('cache-control', 'private, no-cache'), bytes, etag);
}

function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  etag: string,
): FastifyReply {
  reply.header('etag', etag);
  return isKnown(headers['if-none-match'], etag) ? reply.code(304).send() : sendText(reply, body);
}

export function sendText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(text);
}

/** Sends a written record, to a caller who prefers it or who is answered records anyway. */
export function sendRecord(
  { text, etag }: NonNullable<WriteResult['record']>,
  reply: FastifyReply,
  isPreferred: boolean,
): FastifyReply {
  return reply
    .headers({
      etag,
      ...(isPreferred && { 'preference-applied': REPRESENTATION }),
      'content-type': 'application/json; charset=utf-8',
    })
    .send(text);
}

export function sendBytes(
  { status, headers, text, stream = Readable.from([]) }: Bytes,
  reply: FastifyReply,
): FastifyReply {
  const { vary, ...others } = headers;
  reply.code(status).headers(others);
  if (vary !== undefined) varyBy(reply, String(vary)); // beside what the route's answers depend on
  if (text !== undefined) return reply.send(text);
  if (reply.request.raw.httpVersion === '1.0') breakUnlessWhole(stream, reply);
  return reply.send(stream);
}

/** In HTTP/1.0 an answer without a length ends with its connection: one that was cut would seem whole, so its connection is reset. */
function breakUnlessWhole(stream: Readable, { raw }: FastifyReply): void {
  finished(stream, (error) => {
    if (error) raw.socket?.resetAndDestroy();
  });
}
