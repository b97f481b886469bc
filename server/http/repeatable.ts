import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type JsonSchema, type Properties, Type } from '../../contract/json-schema.ts';
import type { Admission } from '../access/admission.ts';
import type { Repeatable } from '../access/only-once.ts';
import { badParameters } from '../errors.ts';
import { message } from '../messages/message.ts';
import { toJson } from '../shared/json.ts';

/** The headers of a write that is done but once, however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
export function repeatableHeaders(others: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...(others.properties as Properties | undefined), 'idempotency-key': keyHeader },
  };
}

const keyHeader = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$', about: message('idempotencyKey') });

/** The key of a request that came with one, and what tells it from another with the same key. */
export function repeatableOf(
  { actor, method, path }: Admission,
  { headers, body, query }: FastifyRequest,
): Repeatable | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (actor.id === 0n) throw badParameters({ 'Idempotency-Key': message('notSignedIn') });
  const conditions = [headers['if-match'] ?? '', headers['if-none-match'] ?? '', toJson(query ?? {})];
  const isPlain = conditions.join('') === '{}';
  const asked = `${method} ${path}\n${toJson(body)}${isPlain ? '' : `\n${conditions.join('\n')}`}`;
  return { key: String(key), request: hash('sha256', asked) };
}
