// Takes long: receivers of webhooks answer slowly, endlessly or never.
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Delivery } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

// No engine changes its result: it is about what comes over sockets.

const app = await freshApp({ contentDir: 'test/content/rules', webhookNetworks: ['127.0.0.0/8'] });

const OWN = 'webhook.manage';

/** A receiver that says what it likes, byte for byte. */
async function liar(say: (socket: Socket, asked: number) => void) {
  let asked = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      asked += 1;
      say(socket, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as { port: number };
  return { port, asked: () => asked, open: () => sockets.size };
}

/** Makes a webhook, sends a test message, and answers what is noted of it once it was tried. */
async function tried(name: string, url: string): Promise<Delivery> {
  const id = await app.root.make('/cms/webhook', { name, url, records: [] });
  await app.root.done(`POST /cms/webhook/${id}/test`);
  const first = async () => (await app.root.list<Delivery>(`/cms/webhook/${id}/delivery`))[0];
  await until(async () => ((await first())?.tries ?? 0) > 0);
  const found = await first();
  await app.root.done(`DELETE /cms/webhook/${id}`);
  assert.ok(found);
  return found;
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('a message is taken where a status of 200 came, and then', { concurrency: true }, () => {
  for (const [what, say] of [
    [
      'the connection is reset',
      (socket) =>
        socket.write(`${OK}content-length: 100\r\n\r\nhalf`, () =>
          setImmediate(() => socket.resetAndDestroy()),
        ),
    ],
    ['the body is shorter than it said', (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`)],
    [
      'the body is longer than it said',
      (socket) => socket.end(`${OK}content-length: 2\r\n\r\n${'x'.repeat(5000)}`),
    ],
    [
      'the chunks are malformed',
      (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\nnothing of the kind`),
    ],
    ['the body never ends', (socket) => void flood(socket)],
    ['the body hangs', (socket) => void socket.write(`${OK}content-length: 100\r\n\r\n`)],
    ['the body drips', (socket) => void drip(socket, `${OK}\r\n`)],
  ] as const satisfies readonly (readonly [string, (socket: Socket) => void])[])
    it(what, async () => {
      const { port } = await liar(say);
      const { state, status, tries, problem, answer } = await tried(what, `http://127.0.0.1:${port}/`);
      assert.deepEqual([state, status, tries, problem], ['delivered', 200, 1, null]);
      assert.ok((answer ?? '').length <= 1000);
    });
});

describe('a message is not taken, and sent again, where', { concurrency: true }, () => {
  for (const [what, say, problem] of [
    ['nothing is answered', () => {}, /./],
    ['headers drip', (socket) => void drip(socket, OK), /./],
    ['the connection is closed at once', (socket) => void socket.end(), /./],
    ['what is answered is no HTTP', (socket) => void socket.end('hello\r\n\r\n'), /./],
    ['headers are too large', (socket) => void socket.end(`${OK}x: ${'y'.repeat(100_000)}\r\n\r\n`), /./],
    [
      'another protocol is spoken',
      (socket) =>
        void socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /./,
    ],
    ['beginnings come without end', (socket) => void storm(socket, '100 Continue'), /too many/],
    ['hints come without end', (socket) => void storm(socket, '103 Early Hints'), /too many/],
    ['only a beginning is answered', (socket) => void socket.end('HTTP/1.1 100 Continue\r\n\r\n'), /./],
    [
      'it is redirected to an internal address',
      (socket) =>
        void socket.end(
          'HTTP/1.1 307 Temporary Redirect\r\nlocation: http://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n',
        ),
      /307/,
    ],
  ] as const satisfies readonly (readonly [string, (socket: Socket) => void, RegExp])[])
    it(what, async () => {
      const { port } = await liar(say);
      const found = await tried(what, `http://127.0.0.1:${port}/`);
      assert.equal(found.state, 'waiting');
      assert.match(found.problem ?? '', problem);
    });

  it('its certificate is nobody’s, or it speaks no TLS', async () => {
    const { port } = await liar((socket) => void socket.end(`${OK}\r\n`));
    const found = await tried('tls', `https://127.0.0.1:${port}/`);
    assert.deepEqual([found.state, found.status], ['waiting', null]);
  });
});

describe('a receiver that hangs', () => {
  it('holds up its own messages alone', async () => {
    const hanging = await liar(() => {});
    const good = await liar((socket) => void socket.end(`${OK}content-length: 0\r\n\r\n`));
    const hook = (name: string, port: number) =>
      app.root.make('/cms/webhook', {
        name,
        url: `http://127.0.0.1:${port}/`,
        records: ['post'],
      });
    const stuck = await hook('stuck', hanging.port);
    const records = Array.from({ length: 30 }, (_, title) => ({ title: String(title), state: 'published' }));
    for (const record of records) await app.root.done('POST /v1/post', record);
    await until(() => hanging.asked() >= 2);
    await hook('good', good.port);
    for (const record of records) await app.root.done('POST /v1/post', record);
    await until(() => good.asked() >= records.length);
    assert.ok(hanging.asked() <= 4, `${hanging.asked()} messages were sent to a receiver that hangs`);
    await app.root.done(`PATCH /cms/webhook/${stuck}`, { state: 'paused' });
  });

  it('holds up no other webhook of its owner, even if it was quick before', async () => {
    const QUICK = 40;
    const turned = await liar((socket, asked) => {
      if (asked <= QUICK) socket.end(`${OK}content-length: 0\r\n\r\n`);
    });
    const good = await liar((socket) => void socket.end(`${OK}content-length: 0\r\n\r\n`));
    const own = await app.granted(OWN);
    const add = async ({ port }: { readonly port: number }, records: string[]) => {
      const hook = { name: 'turned', url: `http://127.0.0.1:${port}/`, records };
      return own.make('/cms/webhook', hook);
    };
    const [first, second] = [await add(turned, ['post']), await add(good, [])];
    const item = { action: 'create', values: { title: 'x', state: 'published' } };
    for (const many of [QUICK, 20]) {
      await app.root.done('POST /v1/post/bulk', { items: Array.from({ length: many }, () => item) });
      await until(() => turned.asked() >= QUICK);
    }
    await until(() => turned.open() >= 8);
    await own.done(`POST /cms/webhook/${second}/test`);
    await until(() => good.asked() > 0);
    assert.ok(turned.open() >= 8, 'it waited until they were given up');
    for (const id of [first, second]) await own.done(`DELETE /cms/webhook/${id}`);
  });

  it('takes few places of other owners, however many webhooks and owners have it', async () => {
    const hanging = await liar(() => {});
    const good = await liar((socket) => void socket.end(`${OK}content-length: 0\r\n\r\n`));
    const add = async (by: Client, name: string, { port }: { readonly port: number }) => {
      const hook = { name, url: `http://127.0.0.1:${port}/`, records: [] };
      return by.make('/cms/webhook', hook);
    };
    const hooks: (readonly [Client, number])[] = [];
    for (const own of [await app.granted(OWN), await app.granted(OWN)])
      for (let count = 0; count < 12; count += 1)
        hooks.push([own, await add(own, `stuck ${count}`, hanging)]);
    for (const [own, id] of [...hooks, ...hooks]) await own.done(`POST /cms/webhook/${id}/test`);
    await until(() => hanging.asked() >= 6);
    const id = await add(app.root, 'good', good);
    for (let sent = 1; sent <= 12; sent += 1) {
      await app.root.done(`POST /cms/webhook/${id}/test`);
      await until(() => good.asked() >= sent);
      assert.ok(hanging.open() <= 6, `${hanging.open()} places hang`);
    }
    for (const [own, hook] of hooks) await own.done(`DELETE /cms/webhook/${hook}`);
  });
});

describe('a connection to a receiver', () => {
  const MANY = 20;
  const item = { action: 'create', values: { title: 'x', state: 'published' } };

  for (const [what, isCut] of [
    ['carries further messages', false],
    ['that was closed meanwhile costs no try', true],
  ] as const)
    it(what, async () => {
      const connections = new Set<Socket>();
      const { port, asked } = await keeper((socket) => !(isCut && connections.has(socket)), connections);
      const hook = { name: what, url: `http://127.0.0.1:${port}/`, records: ['post'] };
      const id = await app.root.make('/cms/webhook', hook);
      await app.root.done('POST /v1/post/bulk', { items: Array.from({ length: MANY }, () => item) });
      const sent = () => app.root.list<Delivery>(`/cms/webhook/${id}/delivery?count=100`);
      await until(async () => (await sent()).filter(({ state }) => state === 'delivered').length === MANY);
      assert.deepEqual(new Set((await sent()).map(({ tries }) => tries)), new Set([1]));
      assert.ok(isCut ? asked() > MANY : connections.size < MANY, `${connections.size} connections`);
      await app.root.done(`DELETE /cms/webhook/${id}`);
    });
});

/** A receiver that keeps its connections, and takes a message or cuts the connection. */
async function keeper(takes: (socket: Socket) => boolean, connections: Set<Socket>) {
  let asked = 0;
  const server = createHttpServer(({ socket }, response) => {
    asked += 1;
    if (takes(socket)) response.end();
    else socket.destroy();
    connections.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  return { port, asked: () => asked };
}

async function drip(socket: Socket, beginning: string): Promise<void> {
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x-a: b\r\n'), 100);
  socket.once('close', () => clearInterval(timer));
}

const flood = (socket: Socket) => pour(socket, `${OK}\r\n`, 'x'.repeat(65_536));

const storm = (socket: Socket, status: string) => pour(socket, '', `HTTP/1.1 ${status}\r\n\r\n`.repeat(500));

async function pour(socket: Socket, beginning: string, endless: string): Promise<void> {
  socket.write(beginning);
  const more = () => socket.write(endless);
  socket.on('drain', more);
  socket.once('close', () => socket.off('drain', more));
  more();
}
