import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentTypeRefused } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { readBody } from './read-body.ts';

/** Bodies of this many bytes may take milliseconds to read. */
const LONG_BODY = 65_536;

/** Reads JSON bodies in full, gives a stream to routes that accept another type, and refuses every other body. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      requireCharset(request, BYTES_OF_JSON);
      if (bytes.length > LONG_BODY && isTurnOver()) await freeTurn(); // several may have arrived in one turn
      return readBody(bytes);
    },
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
    const { accepts = 'application/json' } = request.routeOptions.config;
    if (accepts === '*/*') requireCharset(request, BYTES_OF_FILES);
    if (
      request.is404 ||
      accepts === '*/*' ||
      request.headers['content-type']?.toLowerCase().startsWith(`${accepts};`)
    )
      return stream;
    if (await isEmpty(request, stream)) return undefined;
    throw contentTypeRefused(message('wrongContentType', { allowed: accepts }));
  });
  app.addHook('preParsing', (request, _reply, body, next) => {
    const isNamedOnly = request.headers['content-type'] !== undefined && request.raw.readableEnded;
    next(null, isNamedOnly ? Readable.from([]) : body); // a body that has already ended would never end for its reader
  });
}

/** The encodings of texts: JSON is UTF-8 (RFC 8259), and ASCII is a part of it; spreadsheets write UTF-16 as well. */
const BYTES_OF_JSON = ['utf-8', 'utf8', 'us-ascii'];
const BYTES_OF_FILES = [...BYTES_OF_JSON, 'utf-16', 'utf-16le', 'utf-16be'];

/** Throws if the header says another encoding: the text would be read as another one. */
function requireCharset({ headers }: FastifyRequest, allowed: readonly string[]): void {
  const type = headers['content-type'];
  if (type === undefined || !type.includes('=')) return;
  for (const [, charset = ''] of type.matchAll(/;\s*charset\s*=\s*"?([^";\s]+)/gi)) {
    if (allowed.includes(charset.toLowerCase())) continue;
    throw contentTypeRefused(message('wrongCharset', { found: charset.slice(0, 30), allowed }));
  }
}

/** Whether a body has no byte, so that its type means nothing: proxies send a missing body in chunks, clients name its type. */
function isEmpty({ headers }: FastifyRequest, stream: Readable): Promise<boolean> {
  if (Number(headers['content-length'] ?? 0) > 0) return Promise.resolve(false);
  return new Promise((tell) => {
    stream.once('end', () => tell(true)).once('close', () => tell(false));
    stream.once('data', () => {
      stream.pause();
      tell(false);
    });
  });
}

/** Gives JSON bodies as a stream, too, to routes of this scope that accept them. */
export function streamJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
}
