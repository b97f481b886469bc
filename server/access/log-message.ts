import type { Act } from '../records/act.ts';
import type { Written } from './written.ts';

interface Asked extends Act {
  readonly method: string;
  readonly path: string;
}

/** What the log says of a success. */
export type LogMessage = (asked: Asked, written: Written) => string;

type Value = (asked: Asked, written: Written) => unknown;

const values = new Map<string, Value>([
  ['user.id', ({ actor }) => actor.id],
  ['user.username', ({ actor }) => actor.username],
  ['request.id', ({ requestId }) => requestId],
  ['request.method', ({ method }) => method],
  ['request.path', ({ path }) => path.slice(0, 400)],
  ['response.status_code', (_, { status }) => status],
  ['response.code', (_, { code }) => code],
  ['response.message', (_, { text }) => text],
  ['response.id', (_, { id }) => id],
]);

/**
 * Reads a route's template, such as `{user.username} looked at {request.path}`. Bodies, queries and headers have no place
 * in it: what people send is not for the log. Throws, and so stops the start, where a placeholder is none of the above.
 */
export function logMessage(template = '{user.username} {response.message} {response.id}'): LogMessage {
  const parts = template.split(/\{([^{}]*)\}/).map((part, index): Value => {
    const value = index % 2 === 0 ? () => part : values.get(part);
    if (!value) throw new Error(`log template '${template}': there is no {${part}}`);
    return value;
  });
  return (asked, written) =>
    parts
      .map((value) => value(asked, written) ?? '')
      .join('')
      .trim();
}
