import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type JsonSchema, type Properties, Type } from '../../../contract/json-schema.ts';
import type { Admission } from '../../access/admission/admission.ts';
import type { Repeatable } from '../../access/bookkeeping/only-once.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { deriveKeys } from '../../shared/derived-keys.ts';
import { toJson } from '../../shared/json.ts';
import { isRepeatable, type Route } from '../route.ts';

/** The headers that a route takes, with the key by which a write is done but once (draft-ietf-httpapi-idempotency-key-header). */
export function headersOf(route: Route): JsonSchema | undefined {
  if (!isRepeatable(route)) return route.headers;
  const others = route.headers?.properties as Properties | undefined;
  return { type: 'object', properties: { ...others, 'idempotency-key': keyHeader } };
}

const keyHeader = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$', about: message('idempotencyKey') });

/** Hashes what a request asks for. Bodies hold passwords, so nobody without the server's secret can try guesses on a hash. */
export type HashRequest = (asked: string) => string;

export function makeHashRequest(secrets: readonly [string, ...string[]]): HashRequest {
  const [key] = deriveKeys(secrets, 'repeated request');
  return (asked) => createHmac('sha256', key).update(asked).digest('hex');
}

/** Throws if a request came with a key that its route does not take. */
export function refuseKey({ headers }: FastifyRequest): void {
  if (headers['idempotency-key'] !== undefined)
    throw badParameters({ 'Idempotency-Key': message('keyNotTaken') });
}

/** The key of a request that came with one, and what tells it from another with the same key. */
export function repeatableOf(
  { actor, method, path }: Admission,
  { headers, body, query }: FastifyRequest,
  hashRequest: HashRequest,
): Repeatable | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (actor.id === 0n) throw badParameters({ 'Idempotency-Key': message('notSignedIn') });
  const conditions = [headers['if-match'] ?? '', headers['if-none-match'] ?? '', toJson(query ?? {})];
  // Keys of one user may see different things, so one is not given the answer of another.
  const by = actor.key === undefined ? [] : [`key ${actor.key.id}`];
  const asked = [`${method} ${path}`, ...conditions, ...by].join('\n');
  const holding = (content: string): Repeatable => ({
    key: String(key),
    request: hashRequest(`${asked}\n${content}`),
    holding,
  });
  return body instanceof Readable
    ? { key: String(key), request: undefined, holding }
    : holding(toJson(body ?? null));
}
