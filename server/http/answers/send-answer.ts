import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, type Audience, nameOfKey, type WriteResult } from '../../access/index.ts';
import { type CacheUse, type Source, VersionedCache } from '../../database/versions/version.ts';
import { isForAll } from '../../definitions/access-rule.ts';
import type { Bytes } from '../bytes.ts';
import { varyBy } from '../edge/request-head.ts';
import type { ReadyAnswer } from '../ready-answer.ts';
import { isKnown } from './etag.ts';
import { REPRESENTATION } from './write-headers.ts';

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

/** A JSON body, its ETag if it has one, and who may be sent it again. */
interface JsonAnswer {
  readonly text: string;
  readonly etag: string | undefined;
  readonly audience: Audience;
  readonly source: Source;
  /** How many records it holds. */
  readonly records: number;
}

/** The memory for cached answers: this much for shared ones, and this much for personal ones. */
const MOST_BYTES = 16_000_000;
/** The memory of an entry beside its text and URL. */
const ENTRY_BYTES = 350;

/**
 * Cached answers by URL, base included. They hold until a commit of any process changes what they were read from. A shared
 * answer serves every actor who may read all records; a personal answer serves the actor who got it before.
 */
export class AnswerCache {
  readonly #shared = new Answers();
  readonly #own = new Answers();
  readonly #use: CacheUse;

  constructor(use: CacheUse) {
    this.#use = use;
  }

  find(admission: Admission, url: string): JsonAnswer | undefined {
    const { records, version, actor } = admission;
    // The limits of an API key shorten its own answers, so it gets no shared ones.
    const shared = records === 'all' && actor.key === undefined ? this.#shared.get(url, version) : undefined;
    const own = () => (this.#own.isEmpty ? undefined : this.#own.get(ownKey(admission, url), version));
    return this.#use.noted(shared ?? own(), version);
  }

  keep(admission: Admission, url: string, answer: JsonAnswer): void {
    const { actor, access, version } = admission;
    const { audience, source } = answer;
    if (audience === 'nobody') return;
    if (audience === 'all' && actor.key === undefined) this.#shared.keep(url, answer, version, { source });
    // A route for everyone does not identify its callers, so a personal answer could not be matched to its actor.
    else if (actor.id !== 0n || !isForAll(access))
      this.#own.keep(ownKey(admission, url), answer, version, {
        source: 'everything',
        until: actor.rightsEnd,
      });
  }
}

/** In a full cache, an answer is kept only if it has been requested before: most are requested once. */
class Answers extends VersionedCache<string, JsonAnswer> {
  readonly #asked = new RecentKeys();

  constructor() {
    super(MOST_BYTES, (key, { text }) => ENTRY_BYTES + key.length + 2 * text.length);
  }

  keep(...[key, answer, version, validity]: Parameters<Answers['set']>): void {
    if (this.hasRoomFor(key, answer) || this.#asked.add(key)) this.set(key, answer, version, validity);
  }
}

function ownKey({ actor }: Admission, url: string): string {
  return actor.key === undefined ? `${actor.id} ${url}` : `${actor.id} by ${nameOfKey(actor.key)} ${url}`;
}

/** Far more slots than keys, so that few keys displace another. */
const SLOTS = 131_072;
const MOST_KEYS = SLOTS / 2;

/** Recognises recent keys in constant space. Each slot holds the hash of the last key that fell into it. */
class RecentKeys {
  readonly #slots = new Int32Array(SLOTS);
  #count = 0;

  /** Adds a key and returns whether it was there already. */
  add(key: string): boolean {
    const hash = hashOf(key);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (this.#slots[slot] === hash) return true;
    if (this.#count === MOST_KEYS) {
      this.#slots.fill(0);
      this.#count = 0;
    }
    this.#slots[slot] = hash;
    this.#count += 1;
    return false;
  }
}

/** FNV-1a (RFC 9923). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
