import assert from 'node:assert/strict';

/** What a page decides by: an answer's body with its status. */
interface Heard {
  readonly status: number;
  readonly body: unknown;
}

export interface Asked {
  readonly params?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Sent extends Asked {
  readonly method: string;
  readonly token: string | undefined;
}

const ORIGIN = 'http://localhost:8080';

/** What a browser sends without asking. */
const UNASKED = new Set(['origin', 'accept-language']);

/** A request as a browser sends it for a page of another origin: asked about first, and read only if that is allowed. */
export async function askFromElsewhere(
  url: URL,
  { method, token, params, data, headers }: Sent,
): Promise<Heard> {
  for (const [name, value] of Object.entries(params ?? {}))
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  const isForm = data instanceof FormData;
  const sent = {
    origin: ORIGIN,
    ...(data !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  await preflight(url, method, sent);
  const answer = await fetch(url, {
    method,
    headers: sent,
    ...(data !== undefined && { body: isForm ? data : JSON.stringify(data) }),
    signal: AbortSignal.timeout(30_000),
  });
  assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN, `${method} ${url.pathname}`);
  return { status: answer.status, body: await answer.json() };
}

async function preflight(url: URL, method: string, sent: object): Promise<void> {
  const asked = Object.keys(sent).filter((name) => !UNASKED.has(name));
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': method,
    'access-control-request-headers': asked.join(','),
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers });
  assert.ok(answer.ok, `a browser would not let the client ${method} ${url.pathname}`);
  const allowed = String(answer.headers.get('access-control-allow-headers')).split(/, ?/);
  for (const name of asked)
    assert.ok(allowed.includes(name), `a browser would not let the client send ${name}`);
}
