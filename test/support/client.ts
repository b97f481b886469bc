import assert from 'node:assert/strict';

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
  readonly text: string;
  readonly bytes: Buffer;
}

export type Plain = Record<string, unknown>;
type Send = <Body = Plain>(method: string, path: string, sent?: Sent) => Promise<Answer<Body>>;
type More = Omit<Sent, 'token' | 'body'>;
export type Client = ReturnType<typeof clientOf>;

/** The requests of one caller: the holder of the token, or nobody. */
export function clientOf(send: Send, token?: string) {
  const identity = token === undefined ? {} : { token };
  const bare =
    (method: string) =>
    <Body = Plain>(path: string, more: More = {}) =>
      send<Body>(method, path, { ...identity, ...more });
  const withBody =
    (method: string) =>
    <Body = Plain>(path: string, body?: unknown, more: More = {}) =>
      send<Body>(method, path, { ...identity, ...more, ...(body !== undefined && { body }) });

  /** A request as tables name it: `PATCH /v1/book/1`. */
  function ask<Body = Plain>(request: string, body?: unknown): Promise<Answer<Body>> {
    const space = request.indexOf(' ');
    return withBody(request.slice(0, space))<Body>(request.slice(space + 1), body);
  }

  /** The body of an answer that must be a success. */
  async function done<Body = Plain>(request: string, body?: unknown): Promise<Body> {
    const answer = await ask<Body>(request, body);
    assert.ok(answer.status < 300, `${request}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Status and code of an answer, whichever base it was sent to. */
  async function outcome(request: string, body?: unknown): Promise<unknown[]> {
    const answer = await ask(request, body);
    return [answer.status, answer.body.code ?? answer.body.error_code];
  }

  return {
    get: bare('GET'),
    delete: bare('DELETE'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    ask,
    done,
    outcome,
    /** What stands at a path; it must be readable. */
    read: <Body = Plain>(path: string) => done<Body>(`GET ${path}`),
    /** The records of a list; it must be readable. */
    list: async <Item = Plain>(path: string) => (await done<{ items: Item[] }>(`GET ${path}`)).items,
    /** Makes a record and answers its id. */
    make: async (path: string, values: unknown = {}) =>
      (await done<{ id: number }>(`POST ${path}`, values)).id,
  };
}
