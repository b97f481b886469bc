// A request that names the type of a body and sends none, not even its length, is answered at once on every kind of route.
// No engine changes its result: bodies are looked for before a record is read.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.app.server.address() as AddressInfo;

/** The status of the answer to these lines, and what it says about an empty body. */
async function statusOf(method: string, path: string, type: string | undefined, end = ''): Promise<number> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${app.root.access}`,
    'Connection: close',
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n${end}\r\n`);
  return Number((await text(socket)).slice(9, 12));
}

const json = 'application/json';
const form = 'multipart/form-data; boundary=x';

for (const [method, path, type, status] of [
  ['GET', '/v1/book', json, 200],
  ['GET', '/v1/book', undefined, 200],
  ['POST', '/v1/book', json, 400],
  ['POST', '/v1/book', undefined, 400],
  ['POST', '/v1/book', 'text/plain', 400],
  ['POST', '/cms/user/login', json, 400],
  ['POST', '/cms/file', form, 400],
  ['POST', '/cms/file', undefined, 400],
  ['POST', '/v1/book/import', 'text/csv', 400],
  ['POST', '/v1/book/import', json, 400],
  ['DELETE', '/v1/book/1', json, 404],
  ['POST', '/nowhere', json, 404],
] as const)
  test(`${method} ${path} with ${type ?? 'no type'} and no body is answered ${status}`, async () => {
    assert.equal(await statusOf(method, path, type), status);
  });

const none = ['Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n'];
for (const end of none)
  for (const [method, path, type, status] of [
    ['DELETE', '/v1/book/999', undefined, 404],
    ['DELETE', '/v1/book/999', json, 404],
    ['DELETE', '/v1/book/999', 'application/x-www-form-urlencoded', 404],
    ['GET', '/v1/book', 'text/plain', 200],
    ['POST', '/cms/user/captcha', 'text/plain', 200],
    ['POST', '/v1/book', 'text/plain', 400],
    ['POST', '/cms/file', form, 400],
  ] as const)
    test(`${method} ${path} with ${type ?? 'no type'} and ${JSON.stringify(end)} is answered ${status}`, async () => {
      assert.equal(await statusOf(method, path, type, end), status);
    });
