import type { Language } from '../messages/languages.ts';
import { message, render, type Text } from '../messages/message.ts';
import { type Author, log, logged, type WriteContext, type Writes } from '../records/index.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Actor } from './actor.ts';
import type { WriteResult } from './write-result.ts';

interface LoggedRequest extends WriteContext {
  readonly method: string;
  readonly path: string;
}

/** The log's text for a success. */
export type LogMessage = (request: LoggedRequest, written: WriteResult) => Text;

/** The parameters that a text of the log may use. */
interface LogParams {
  readonly username: Text;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A template such as `{user.username} looked at {request.path}`, or what makes a text in several languages. */
export type LogTemplate = string | ((params: LogParams) => Text);

type Value = (request: LoggedRequest, written: WriteResult) => Text | number | bigint | undefined;

const values = new Map<string, Value>([
  ['user.id', ({ actor }) => actor.id],
  ['user.username', ({ actor }) => authorName(actor)],
  ['request.id', ({ requestId }) => requestId],
  ['request.method', ({ method }) => method],
  ['request.path', ({ path }) => shortPath(path)],
  ['response.status_code', (_, { status }) => status],
  ['response.code', (_, { code }) => code],
  ['response.message', (_, { text }) => text],
  ['response.id', (_, { id }) => id],
]);

/**
 * Reads a route's template. It has no placeholders for bodies, queries and headers, which do not belong in the log. Throws, and
 * so stops the start, if it names an unknown placeholder.
 */
export function logMessage(template?: LogTemplate): LogMessage {
  if (template === undefined)
    return ({ actor }, { text, id }) =>
      message('loggedWrite', { who: authorName(actor), what: text, id: String(id ?? '') });
  if (typeof template !== 'string') return (asked, { status }) => template(paramsOf(asked, status));
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

/** The name of an author in the log: user and key of a program, user and app, both names for an impersonated user. */
export function authorName({ username, key, impersonator }: Author): Text {
  if (impersonator) return message('seenAs', { viewer: impersonator.username, username });
  if (key?.app) return message('byApp', { username, app: key.name });
  return key ? message('byKey', { username, key: key.name }) : username;
}

function paramsOf({ actor, method, path }: LoggedRequest, status: number): LogParams {
  return { username: authorName(actor), method, path: shortPath(path), status };
}

function shortPath(path: string): string {
  return path.slice(0, 400);
}

/** An admitted request that wrote, and how its route is logged. */
interface LoggedWrite extends LoggedRequest {
  readonly permission: Text;
  readonly network: string | null;
  readonly describe: LogMessage;
}

/** A request that may read as another user. */
interface LoggedRead extends Pick<LoggedRequest, 'method' | 'path' | 'requestId' | 'now'> {
  readonly actor: Pick<Actor, 'username' | 'impersonator'>;
}

/** Adds the log line of an admitted write, in its transaction. */
export function logWrite(
  writes: Writes,
  admission: LoggedWrite,
  written: WriteResult,
  language: Language,
): Promise<void> {
  const { actor, method, path, permission, network, describe } = admission;
  return writes.append(log, {
    ...logged(describe(admission, written), language, actor.username),
    user_id: actor.id,
    username: actor.username,
    key_id: actor.key?.id ?? null,
    status_code: written.status,
    method,
    path: path.slice(0, 400),
    permission: render(permission, language),
    address: network,
  });
}

/** Logs what a super administrator is about to read as another user; the line is stored before the answer is sent. */
export async function logImpersonated(store: RecordStore, admission: LoggedRead): Promise<void> {
  const { actor, method, path, requestId, now } = admission;
  const { impersonator } = actor;
  if (!impersonator) return;
  const { id, username } = impersonator;
  const text = message('readAs', { viewer: username, username: actor.username, method, path });
  await store.write({ actor: impersonator, requestId, now }, async (writes) => {
    await writes.append(log, {
      ...logged(text, store.language),
      user_id: id,
      username,
      status_code: 200,
      method,
      path: path.slice(0, 400),
    });
  });
}
