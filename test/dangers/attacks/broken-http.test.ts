// No engine changes its result: these requests end before a record is read.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
let port: number;
before(async () => {
  await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.app.server.address() as AddressInfo).port;
});

/** Sends these bytes and reads what comes back, until the connection is closed. */
async function send(text: string): Promise<{ status: number; line: string; headers: string; body: string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [line = ''] = head.split('\r\n');
  return { status: Number(line.split(' ')[1]), line, headers: head.toLowerCase(), body };
}

const close = 'Connection: close\r\n';
const cases: Record<string, { sent: string; status: number; code: number; request: string }> = {
  'no Host header': {
    sent: `GET /v1/book HTTP/1.1\r\n${close}\r\n`,
    status: 400,
    code: 10030,
    request: 'GET /v1/book',
  },
  'two Host headers': {
    sent: `GET /v1/book HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n${close}\r\n`,
    status: 400,
    code: 10030,
    request: 'GET /v1/book',
  },
  'a Host that is not this machine': {
    sent: `GET /v1/book HTTP/1.1\r\nHost: attacker.example\r\n${close}\r\n`,
    status: 400,
    code: 10030,
    request: 'GET /v1/book',
  },
  'an encoded body': {
    sent: `POST /v1/book HTTP/1.1\r\nHost: localhost\r\n${close}Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
    status: 415,
    code: 10030,
    request: 'POST /v1/book',
  },
  'an expectation that nobody can meet': {
    sent: `GET /v1/book HTTP/1.1\r\nHost: quire\r\n${close}Expect: foo\r\n\r\n`,
    status: 417,
    code: 10030,
    request: 'GET /v1/book',
  },
  'a method that HTTP does not know': {
    sent: `FOO /v1/book HTTP/1.1\r\nHost: quire\r\n${close}\r\n`,
    status: 400,
    code: 10030,
    request: '',
  },
  'a length and chunks at once': {
    sent: 'POST /cms/user/login HTTP/1.1\r\nHost: quire\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    status: 400,
    code: 10030,
    request: '',
  },
  'two lengths': {
    sent: 'POST /cms/user/login HTTP/1.1\r\nHost: quire\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
    status: 400,
    code: 10030,
    request: '',
  },
  'an unknown transfer encoding': {
    sent: 'POST /cms/user/login HTTP/1.1\r\nHost: quire\r\nTransfer-Encoding: chunked, foo\r\n\r\n0\r\n\r\n',
    status: 400,
    code: 10030,
    request: '',
  },
  'a header that goes on in the next line': {
    sent: `GET /v1/book HTTP/1.1\r\nHost: quire\r\nX: a\r\n b\r\n${close}\r\n`,
    status: 400,
    code: 10030,
    request: '',
  },
  'headers that are too large': {
    sent: `GET /v1/book HTTP/1.1\r\nHost: quire\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    code: 10180,
    request: '',
  },
  'a tunnel': {
    sent: 'CONNECT quire:80 HTTP/1.1\r\nHost: quire\r\n\r\n',
    status: 405,
    code: 10080,
    request: 'CONNECT quire:80',
  },
};

describe('a request is told what is wrong, in the documented form, that has', () => {
  for (const [what, { sent, status, code, request }] of Object.entries(cases)) {
    it(what, { timeout: 300_000 }, async () => {
      const answer = await send(sent);
      assert.equal(answer.status, status);
      assert.equal(answer.line, `HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
      assert.match(answer.headers, /content-type: application\/json; charset=utf-8(?:\r\n|$)/);
      assert.match(answer.headers, /connection: close(?:\r\n|$)/);
      assert.match(answer.headers, new RegExp(`content-length: ${Buffer.byteLength(answer.body)}(?:\r\n|$)`));
      const body = JSON.parse(answer.body) as Record<string, unknown>;
      const family = request.includes('/v1') ? ['code', 'message'] : ['error_code', 'msg'];
      const fields = request.includes('/v1') && status === 400 ? ['fields'] : [];
      assert.deepEqual(Object.keys(body).sort(), [...family, ...fields, 'request'].sort());
      assert.deepEqual([body[family[0] ?? ''], body.request], [code, request]);
    });
  }
});

describe('a request is served that', () => {
  it('expects to be told to go on', { timeout: 300_000 }, async () => {
    const body = '{"username":"root","password":"wrong words"}';
    const answer = await send(
      `POST /cms/user/login HTTP/1.1\r\nHost: localhost\r\n${close}Expect: 100-continue\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    assert.equal(answer.status, 100);
    assert.match(answer.body, /401/);
  });
  it('speaks HTTP/1.0 and names no host', { timeout: 300_000 }, async () => {
    assert.equal((await send('GET /v1/book HTTP/1.0\r\n\r\n')).status, 401);
  });
});
