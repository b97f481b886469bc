import { type Message, type MessageKey, message, type Text } from '../messages/message.ts';
import type { zh } from '../messages/zh/index.ts';
import type { WriteContext } from '../records/rows/write-context.ts';
import type { WriteResult } from './write-result.ts';

interface Asked extends WriteContext {
  readonly method: string;
  readonly path: string;
}

/** What the log says of a success. */
export type LogMessage = (asked: Asked, written: WriteResult) => Text;

/** What a text of the log may name, by the names of its parameters. */
interface LogParams {
  readonly username: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The key of a text that is put together from what the log knows of a request. */
export type LogKey = {
  [Key in MessageKey]: (typeof zh)[Key] extends (params: infer Params) => string
    ? LogParams extends Params
      ? Key
      : never
    : never;
}[MessageKey];

/** A template such as `{user.username} looked at {request.path}`, or the key of a text in several languages. */
export type LogTemplate = string | { readonly key: LogKey };

type Value = (asked: Asked, written: WriteResult) => Text | number | bigint | undefined;

const values = new Map<string, Value>([
  ['user.id', ({ actor }) => actor.id],
  ['user.username', ({ actor }) => actor.username],
  ['request.id', ({ requestId }) => requestId],
  ['request.method', ({ method }) => method],
  ['request.path', ({ path }) => shortPath(path)],
  ['response.status_code', (_, { status }) => status],
  ['response.code', (_, { code }) => code],
  ['response.message', (_, { text }) => text],
  ['response.id', (_, { id }) => id],
]);

/**
 * Reads a route's template. Bodies, queries and headers have no place
 * in it: what people send is not for the log. Throws, and so stops the start, where a placeholder is none of the above.
 */
export function logMessage(
  template: LogTemplate = '{user.username} {response.message} {response.id}',
): LogMessage {
  if (typeof template !== 'string')
    return (asked, { status }): Message => ({ key: template.key, params: paramsOf(asked, status) });
  const parts = template.split(/\{([^{}]*)\}/).map((part, index): Value => {
    const value = index % 2 === 0 ? () => part : values.get(part);
    if (!value) throw new Error(`log template '${template}': there is no {${part}}`);
    return value;
  });
  return (asked, written) =>
    message('joined', {
      parts: parts.flatMap((value) => {
        const part = value(asked, written) ?? [];
        return typeof part === 'number' || typeof part === 'bigint' ? String(part) : part;
      }),
    });
}

function paramsOf(
  { actor, method, path }: Asked,
  status: number,
): Readonly<Record<keyof LogParams, unknown>> {
  return { username: actor.username, method, path: shortPath(path), status };
}

function shortPath(path: string): string {
  return path.slice(0, 400);
}
