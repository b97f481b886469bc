// Hashes at full cost: what a flood of sign-ins takes of memory is bounded.
// Takes long: one network abuses a server in nine ways at once, with passwords at full cost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { call, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

/** Generous: an attack that is not bounded takes gigabytes. */
const MOST_MEMORY = 900_000_000;

const WRITES = 20;
const server = await start('abuse', {
  CONTENT_DIR: 'test/content/crowd',
  ANSWER_TIMEOUT: '5',
  STRANGER_WRITES_PER_DAY: String(WRITES),
});
const { port } = new URL(server.base);
const token = await signIn(server);
const sockets: Socket[] = [];
after(async () => {
  for (const socket of sockets) socket.destroy();
  await stop(server);
});

/** Every address of 127.0.0.0/8 is this machine, and each counts as a network of its own. */
const ORDINARY = '127.0.0.2';
const ABUSIVE = '127.0.0.3';
const GREEDY = '127.0.0.5';

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly from?: string;
  readonly isSignedIn?: boolean;
}

/** Status of a request; -1 where there is no answer in time. Answers are read over. */
function ask(
  path: string,
  { method = 'GET', body, from = ABUSIVE, isSignedIn = false }: Asked = {},
): Promise<number> {
  return new Promise((tell) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: from,
        path,
        method,
        agent: false,
        timeout: 300_000,
        headers: {
          'content-type': 'application/json',
          ...(isSignedIn && { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => answer.resume().on('end', () => tell(answer.statusCode ?? -1)),
    );
    sent.on('timeout', () => sent.destroy()).on('error', () => tell(-1));
    sent.end(body);
  });
}

/** Answers of a server that is busy: it could not answer, or not read, in time. */
const BUSY = [408, 503];

/** A request of an ordinary client, which tries again where a busy server asks for it. */
async function visit(path: string): Promise<number> {
  let status = 0;
  await until(async () => {
    status = await ask(path, { from: ORDINARY });
    return !BUSY.includes(status);
  }, 1000);
  return status;
}

/** A connection that sends this and reads nothing. */
function unread(text: string, localAddress = '127.0.0.4'): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).on('error', () => {});
  socket.pause();
  socket.write(text);
  sockets.push(socket);
}

/** A request whose client goes as soon as it was sent. */
function hangUp(path: string): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ABUSIVE }).on(
    'error',
    () => {},
  );
  socket.end(get(path), () => socket.destroy());
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const many = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const markup = JSON.stringify({
  items: many(20, () => ({ action: 'create', values: { notes: '<b></i>'.repeat(7000) } })),
});
const guess = JSON.stringify({ username: 'root', password: 'a wrong guess' });
const textsOf = (index: number, count: number) =>
  many(count, (place) => `filter[or][${place}][body][contains]=z${index}.${place}`).join('&');

/** What a site holds: articles that name each other, and some long ones. */
async function fill(running: Running): Promise<void> {
  const make = async (body: object) =>
    (await call(running, 'POST', '/v1/article', { token, body })).body.id as unknown as number;
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) ids.push(await make({ title: `article ${index}` }));
  for (const id of ids) await call(running, 'PATCH', `/v1/article/${id}`, { token, body: { related: ids } });
  for (let index = 0; index < 45; index += 1) await make({ body: 'long '.repeat(60_000) });
}

function memoryOf({ child }: Running): number {
  const [, kilobytes = '0'] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** A way to abuse a server: how often, the answers that it may get, and the one that it gets in the end. */
interface Abuse {
  readonly times: number;
  readonly send: (index: number) => Promise<number>;
  readonly answers: readonly number[];
  readonly last?: number;
}

const ABUSES: Readonly<Record<string, Abuse>> = {
  expand: {
    times: 20,
    send: (index) =>
      ask(
        `/v1/article?count=100&page=0&sort=id&total=${index % 2 === 0}&expand=related,related.related,related.related.related`,
      ),
    answers: [400],
    last: 400,
  },
  conditions: {
    times: 20,
    send: (index) => ask(`/v1/article?count=1&fields=id&${textsOf(index, 90)}`),
    answers: [400],
    last: 400,
  },
  searches: {
    times: 20,
    send: (index) => ask(`/v1/article?count=1&fields=id&${textsOf(index, 8)}`),
    answers: [200, 400, 429],
  },
  heavy: {
    times: 20,
    send: (index) => ask(`/lin3/v1/article?sort=${index % 2 === 0 ? '-' : ''}id`),
    answers: [400],
    last: 400,
  },
  markup: {
    times: 4,
    send: () => ask('/v1/article/bulk', { method: 'POST', body: markup, isSignedIn: true }),
    answers: [200, 400, 429],
  },
  pages: { times: 40, send: () => ask('/openapi.json'), answers: [200], last: 200 },
  signIns: {
    times: 60,
    send: () => ask('/cms/user/login', { method: 'POST', body: guess }),
    answers: [401, 429],
    last: 429,
  },
  writes: {
    times: 3 * WRITES,
    send: () => ask('/v1/note', { method: 'POST', body: '{}' }),
    answers: [201, 429],
    last: 429,
  },
  uploads: {
    times: 12,
    send: () => ask('/cms/file', { method: 'POST', body: markup, isSignedIn: true }),
    answers: [400],
    last: 400,
  },
};

describe('a server that one network abuses in every way at once', {
  skip: process.platform !== 'linux',
}, () => {
  it('serves an ordinary client, refuses what is too much, and stays small', async () => {
    await fill(server);
    for (let index = 0; index < 60; index += 1) {
      unread(get('/v1/article?count=6').repeat(20));
      unread(get('/docs/static/swagger-ui-bundle.js').repeat(900));
    }
    const abuses = Object.values(ABUSES).map(({ times, send }) => Promise.all(many(times, send)));
    for (let index = 0; index < 40; index += 1)
      hangUp(`/v1/article/aggregate?count=true&${textsOf(index, 8)}`);
    const served: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      served.push(await visit(`/v1/article?fields=title&count=5&page=${turn}`));
      served.push(await visit(`/v1/article/${1 + (turn % 30)}`));
      served.push(await visit('/health/live'));
    }
    const told = await Promise.all(abuses);
    assert.deepEqual([...new Set(served)], [200]);
    for (const [index, [name, { answers }]] of Object.entries(ABUSES).entries()) {
      const others = told[index]?.filter((status) => ![...BUSY, ...answers].includes(status));
      assert.deepEqual(others, [], name);
    }
    // What a busy server could not answer in time, it answers once it is left in peace.
    for (const { send, last } of Object.values(ABUSES))
      if (last !== undefined) await until(async () => (await send(0)) === last, 500);
    const memory = memoryOf(server);
    assert.ok(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB`);
    const health = await call(server, 'GET', '/health');
    assert.equal(health.status, 200);
    console.log(JSON.stringify(health.body), `${Math.round(memory / 1e6)} MB`);
  });

  it('keeps places for the exports of others while one network reads none of its own', async () => {
    for (let index = 0; index < 8; index += 1) unread(get('/v1/article/export?format=jsonl'), GREEDY);
    await until(async () => (await ask('/v1/article/export', { from: GREEDY })) === 429);
    assert.equal(await visit('/v1/article/export'), 200);
  });
});
