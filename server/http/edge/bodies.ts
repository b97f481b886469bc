import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  MAX_JSON_DEPTH,
  MAX_JSON_EXACT_NUMBERS,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
} from '../../../contract/limits.ts';
import {
  type AppError,
  badParameters,
  contentTypeRefused,
  malformedRequest,
  type Problems,
} from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { endOfText } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';

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

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body with exact numbers; undefined if it is empty. Throws for broken UTF-8, broken JSON, deep nesting and too many values, names or exact numbers. */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  return readJson(decode(bytes));
}

/** Reads JSON as a body is read. */
export function readJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess) throw malformedRequest({ '': excess });
  try {
    return fromJson(text, MAX_JSON_EXACT_NUMBERS);
  } catch (cause) {
    throw Object.assign(refusalOf(text, cause), { cause });
  }
}

function refusalOf(text: string, cause: unknown): AppError {
  if (cause instanceof RangeError)
    return malformedRequest({ '': message('bodyTooManyExactNumbers', { max: MAX_JSON_EXACT_NUMBERS }) });
  const closed = closedName(text);
  return closed ? badParameters(closed) : malformedRequest({ '': message('notJson') });
}

/** The path of the first key that could pollute prototypes, for which the JSON reader refuses the body. */
function closedName(text: string): Problems | undefined {
  try {
    return findClosedName(JSON.parse(text), []);
  } catch {
    return undefined; // not JSON at all
  }
}

function findClosedName(value: unknown, path: readonly string[]): Problems | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const reachesPrototype = name === 'constructor' && Object.hasOwn(Object(inner), 'prototype');
    if (name === '__proto__' || reachesPrototype)
      return { [path.join('.').slice(0, 60) || name]: message('closedName', { name }) };
    const found = findClosedName(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw Object.assign(malformedRequest({ '': message('notUtf8') }), { cause });
  }
}

/** Which limit the text exceeds. Checked before parsing, because the cost of parsing grows with the number of values. */
function excessOf(text: string): Text | undefined {
  let depth = 0;
  let values = 0;
  let names = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x22) {
      index = endOfText(text, index) - 1;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_JSON_DEPTH) return message('bodyTooDeep', { max: MAX_JSON_DEPTH });
    } else if (char === 0x5d || char === 0x7d) {
      depth -= 1;
    } else if (char === 0x2c) {
      values += 1;
    } else if (char === 0x3a) {
      names += 1;
    }
  }
  if (values > MAX_JSON_VALUES) return message('bodyTooManyValues', { max: MAX_JSON_VALUES });
  if (names > MAX_JSON_NAMES && hasTooManyNames(text))
    return message('bodyTooManyNames', { max: MAX_JSON_NAMES });
  return undefined;
}

/** Whether names differ too much. To parse a name that was not seen before takes ten times as long as to parse another. */
function hasTooManyNames(text: string): boolean {
  const names = new Set<string>();
  let latest = '';
  for (let index = 0; index < text.length && names.size <= MAX_JSON_NAMES; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x22) {
      const end = endOfText(text, index);
      latest = text.slice(index, end);
      index = end - 1;
    } else if (char === 0x3a) {
      names.add(latest);
    }
  }
  return names.size > MAX_JSON_NAMES;
}
