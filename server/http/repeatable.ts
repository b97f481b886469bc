import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from '../../contract/json-schema.ts';
import type { Door } from '../access/door.ts';
import { badParameters } from '../errors.ts';
import { toJson } from '../json.ts';

/** The headers of a write that is done but once, however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
export const repeatableHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: '重复发送时只执行一次，并得到第一次的结果',
    }),
  ),
});

/** The door through which a request with an Idempotency-Key is done but once. */
export function doorForOnce(door: Door, { headers, body }: FastifyRequest): Door {
  const key = headers['idempotency-key'];
  if (key === undefined) return door;
  const { actor, method, path } = door.admission;
  if (actor.id === 0n) throw badParameters({ 'Idempotency-Key': '只能在登录后使用' });
  const request = hash('sha256', `${method} ${path}\n${toJson(body)}`);
  return door.once({ key: String(key), request });
}
