import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TestAnswer, TestClient, TestRequest } from './test-requests.ts';

/** Makes a client that sends what `tokenOf` answers as its token, if anything. */
export function makeTestClient(app: FastifyInstance, tokenOf: () => Promise<string | undefined>): TestClient {
  async function send<Body>(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    body: unknown,
    { headers }: TestRequest = {},
  ): Promise<TestAnswer<Body>> {
    const token = await tokenOf();
    const identity = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...identity,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: isRaw ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const isJson = /\bjson\b/.test(String(answer.headers['content-type'])) && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson ? JSON.parse(answer.body) : {}) as Body, // the caller says what the route answers
      text: answer.body,
      bytes: answer.rawPayload,
    };
  }

  return {
    get: (path, request) => send('GET', path, undefined, request),
    delete: (path, request) => send('DELETE', path, undefined, request),
    post: (path, body, request) => send('POST', path, body, request),
    put: (path, body, request) => send('PUT', path, body, request),
    patch: (path, body, request) => send('PATCH', path, body, request),
  };
}
