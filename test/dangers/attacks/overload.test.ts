// No engine changes its result: requests, connections and unread answers are counted in the process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { RequestSlots } from '../../../server/http/edge/overload.ts';
import { boundPipelining } from '../../../server/http/edge/pipelining.ts';
import type { Settings } from '../../../server/settings.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { image, multipart } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

async function listening(limits: Partial<Settings['limits']>, contentDir = 'content') {
  const app = await freshApp({
    limits: {
      clientConnections: 1000,
      requestsAtOnce: 1000,
      requestTimeout: 30,
      answerTimeout: 60,
      ...limits,
    },
    contentDir,
  });
  await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.app.server.address() as AddressInfo;
  const call = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${app.root.access}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
  return { app, port, call };
}

/** Sends these bytes and no more; answers what comes back until the server closes the connection. */
function begin(port: number, text: string): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  return { socket, answer: once(socket, 'close').then(() => answer) };
}

const head = (path: string, more = '') => `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`;

/** Takes all slots with uploads, which hold them until their `rest` is sent. The upload that finds no place tells that all are taken. */
async function holdPlaces(port: number, token: string, slots: number) {
  const { body, headers } = multipart([{ key: 'file', name: 'file.png', bytes: await image() }]);
  const lines = { ...headers, authorization: `Bearer ${token}`, 'content-length': String(body.length) };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const uploads = Array.from({ length: slots + 1 }, () => ({
    ...begin(port, head('/cms/file', `Connection: close\r\n${text.join('')}\r\n`)),
    rest: body,
  }));
  const refused = await Promise.race(
    uploads.map(async (upload) => {
      assert.match(String(await once(upload.socket, 'data')), /^HTTP\/1\.1 503 /);
      return upload;
    }),
  );
  refused.socket.destroy();
  return uploads.filter((upload) => upload !== refused);
}

describe('more requests at once than are allowed', () => {
  it('are refused before anything is done, while the others and the question whether it lives are answered', async () => {
    const { app, port, call } = await listening({ requestsAtOnce: 2, requestTimeout: 600 });
    const logIn = () => call('POST', '/cms/user/login', { username: 'root', password: PASSWORD });
    const held = await holdPlaces(port, app.root.access, 2);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => (number % 10 === 0 ? call('GET', '/health/live') : logIn())),
    );
    const lives = answers.filter((_, number) => number % 10 === 0);
    assert.deepEqual([...new Set(lives.map(({ status }) => status))], [200]);
    const refused = answers.filter((_, number) => number % 10 !== 0);
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503]);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1');
    assert.match((await refused[0]?.text()) ?? '', /"error_code":9999/);
    assert.equal((await app.database.look('select id from quire_session')).length, 1);
    assert.deepEqual(await app.database.look('select id from quire_log where status_code = 503'), []);
    for (const { socket, rest } of held) socket.write(rest);
    for (const { answer } of held) assert.match(await answer, /^HTTP\/1\.1 200 /);
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await logIn()).status, 200);
  });

  it('do not include those that are still being sent', async () => {
    const { port, call } = await listening({ requestsAtOnce: 2 });
    const slow = Array.from({ length: 5 }, () =>
      begin(port, head('/cms/user/login', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')),
    );
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await call('GET', '/v1/book')).status, 200);
    for (const { socket } of slow) socket.destroy();
  });
});

describe('the requests of one network', () => {
  it('wait once an eighth of the slots handles some, and are refused beyond three quarters', async () => {
    const slots = new RequestSlots(800);
    const begun: string[] = [];
    const enter = (network: string) => slots.enter(network, () => begun.push(network));
    const busy = Array.from({ length: 601 }, () => enter('busy'));
    assert.deepEqual([busy.filter(Boolean).length, busy.at(-1), begun.length], [600, false, 100]);
    assert.equal(enter('quiet'), true);
    assert.deepEqual([begun.at(-1), begun.length], ['quiet', 101]);
    for (let left = 600; left > 0; left -= 1) {
      slots.leave('busy');
      await new Promise(setImmediate);
      assert.equal(begun.length, Math.min(601, 101 + 601 - left));
    }
    slots.leave('quiet');
    assert.equal(slots.taken, 0);
    assert.equal(enter('busy'), true);
  });

  it('take all slots where there are few', () => {
    const slots = new RequestSlots(2);
    assert.deepEqual(
      ['one', 'one', 'one', 'other'].map((network) => slots.enter(network, () => {})),
      [true, true, false, false],
    );
  });
});

describe('a connection', () => {
  it('is closed where its request does not arrive in time, and told so where one had begun', async () => {
    const { port, call } = await listening({ requestTimeout: 1 });
    const [nothing, halfHead, halfBody] = [
      begin(port, ''),
      begin(port, head('/cms/user/login', 'X-Slow: ')),
      begin(port, head('/cms/user/login', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')),
    ];
    assert.equal((await call('GET', '/v1/book')).status, 200);
    assert.match(await halfHead.answer, /^HTTP\/1\.1 408 [\s\S]*"error_code":10030/);
    assert.match(await halfBody.answer, /^HTTP\/1\.1 408 /);
    await nothing.answer;
    assert.equal((await call('GET', '/v1/book')).status, 200);
  });

  it('is closed at once where too many are open, and taken again when one has gone', async () => {
    const { port, call } = await listening({ clientConnections: 3 });
    const held = Array.from({ length: 3 }, () => begin(port, 'GET / HTTP/1.1\r\n'));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    await assert.rejects(call('GET', '/'));
    held[0]?.socket.destroy();
    await held[0]?.answer;
    const isTaken = () =>
      call('GET', '/').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(isTaken);
    for (const { socket } of held) socket.destroy();
  });
});

describe('answers that nobody reads', () => {
  /** Connections that ask for megabytes and read nothing. */
  async function unreadAt(
    port: number,
    call: (method: string, path: string, body?: object) => Promise<Response>,
  ) {
    for (let index = 0; index < 5; index += 1)
      assert.equal((await call('POST', '/v1/article', { body: '长'.repeat(300_000) })).status, 201);
    const ask = 'GET /v1/article HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const readers = Array.from({ length: 3 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.pause();
      socket.write(ask.repeat(4));
      return socket;
    });
    await Promise.all(readers.map((socket) => once(socket, 'connect')));
    return readers;
  }

  it('hold no place among the requests that are worked on', async () => {
    const { port, call } = await listening({ requestsAtOnce: 2 }, 'test/content/crowd');
    const readers = await unreadAt(port, call);
    const isFree = async () => (await call('GET', '/')).status === 200;
    await until(isFree); // they are answered, unread
    for (let turn = 0; turn < 10; turn += 1) {
      assert.equal((await call('GET', `/v1/article?fields=title&page=${turn}`)).status, 200);
      assert.equal((await call('GET', '/health/ready')).status, 200);
    }
    for (const socket of readers) socket.destroy();
  });

  it('are given up after a while, with their connection', async () => {
    const { app, port, call } = await listening({ answerTimeout: 1 }, 'test/content/crowd');
    const readers = await unreadAt(port, call);
    const { server } = app.server.app;
    const open = () => new Promise<number>((tell) => server.getConnections((_, count) => tell(count)));
    await until(async () => (await open()) === 0);
    assert.equal((await call('GET', '/v1/article?fields=title')).status, 200);
    for (const socket of readers) socket.destroy();
  });
});

describe('many requests on one connection', () => {
  it('are parsed a few at a time, however many one packet holds', async () => {
    let [parsed, most, answered] = [0, 0, 0];
    class Counted extends IncomingMessage {
      constructor(socket: Socket) {
        super(socket);
        parsed += 1;
        most = Math.max(most, parsed - answered);
      }
    }
    const server = createServer({ IncomingMessage: Counted }, (_, response) =>
      setImmediate(() => response.end('.').once('close', () => (answered += 1))),
    );
    boundPipelining(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { socket } = begin(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000));
    await until(() => answered === 1000);
    assert.ok(most <= 4 + 20, `${most} at a time`);
    socket.destroy();
    server.close();
  });

  it('are refused on a Node whose connections are read in another way', () => {
    const server = createServer().removeAllListeners('connection'); // Node's own
    boundPipelining(server);
    for (const socket of [new Socket(), new Socket().on('data', () => undefined)])
      assert.throws(() => server.emit('connection', socket), /this Node reads connections in a way/);
  });

  it('are worked on a few at a time, and all answered in order', async () => {
    let most = 0;
    const begun: ServerResponse[] = [];
    const server = createServer((request, response) => {
      response.setHeader('x-number', String(request.url));
      most = Math.max(most, begun.push(response));
    });
    boundPipelining(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    const requests = numbers.map((index) => `GET /${index} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const { socket } = begin(port, requests.join(''));
    let answered = '';
    socket.on('data', (text) => {
      answered += text;
    });
    while (!answered.includes('x-number: /499')) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const response of begun.splice(0)) response.end('.');
    }
    assert.ok(most <= 4, `${most} at a time`);
    assert.deepEqual(
      [...answered.matchAll(/x-number: \/(\d+)/g)].map(([, number]) => Number(number)),
      numbers,
    );
    socket.destroy();
    server.close();
  });

  it('are all answered by the server itself', async () => {
    const { port } = await listening({});
    const { socket, answer } = begin(port, 'GET /v1/book HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(300));
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    const [refused, welcomed] = [/HTTP\/1.1 401 /g, /HTTP\/1.1 200 /g].map(
      (status) => async () => (await answer).match(status)?.length,
    );
    assert.deepEqual([await refused?.(), await welcomed?.()], [300, 1]);
  });
});
