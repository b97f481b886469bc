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

/** The expected answer to each abuse, and others that are allowed, such as those of a busy machine. */
const MUST_MEET: Readonly<Record<string, number[]>> = {
  expand: [400],
  conditions: [400],
  searches: [],
  heavy: [400],
  markup: [],
  pages: [200],
  signIns: [401, 429],
  writes: [429],
  uploads: [400],
};
const MAY_MEET: Readonly<Record<string, number[]>> = {
  searches: [200, 400, 429],
  markup: [200, 400, 429],
  writes: [201],
};
const without = (statuses: readonly number[], ...others: number[]) =>
  statuses.filter((status) => !others.includes(status)).toSorted();

describe('a server that one network abuses in every way at once', {
  skip: process.platform !== 'linux',
}, () => {
  it('serves an ordinary client, refuses what is too much, and stays small', async () => {
    await fill(server);
    for (let index = 0; index < 60; index += 1) {
      unread(get('/v1/article?count=6').repeat(20));
      unread(get('/docs/static/swagger-ui-bundle.js').repeat(900));
    }
    const abuses: Record<string, Promise<number[]>> = {
      expand: Promise.all(
        many(20, (index) =>
          ask(
            `/v1/article?count=100&page=0&sort=id&total=${index % 2 === 0}&expand=related,related.related,related.related.related`,
          ),
        ),
      ),
      conditions: Promise.all(
        many(20, (index) => ask(`/v1/article?count=1&fields=id&${textsOf(index, 90)}`)),
      ),
      searches: Promise.all(many(20, (index) => ask(`/v1/article?count=1&fields=id&${textsOf(index, 8)}`))),
      heavy: Promise.all(many(20, (index) => ask(`/lin3/v1/article?sort=${index % 2 === 0 ? '-' : ''}id`))),
      markup: Promise.all(
        many(4, () => ask('/v1/article/bulk', { method: 'POST', body: markup, isSignedIn: true })),
      ),
      pages: Promise.all(many(40, () => ask('/openapi.json'))),
      signIns: Promise.all(many(60, () => ask('/cms/user/login', { method: 'POST', body: guess }))),
      writes: Promise.all(many(3 * WRITES, () => ask('/v1/note', { method: 'POST', body: '{}' }))),
      uploads: Promise.all(
        many(12, () => ask('/cms/file', { method: 'POST', body: markup, isSignedIn: true })),
      ),
    };
    for (let index = 0; index < 40; index += 1)
      hangUp(`/v1/article/aggregate?count=true&${textsOf(index, 8)}`);
    const served: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      served.push(await visit(`/v1/article?fields=title&count=5&page=${turn}`));
      served.push(await visit(`/v1/article/${1 + (turn % 30)}`));
      served.push(await visit('/health/live'));
    }
    const told = Object.fromEntries(
      await Promise.all(
        Object.entries(abuses).map(async ([name, all]) => [name, [...new Set(await all)]] as const),
      ),
    );
    assert.deepEqual([...new Set(served)], [200]);
    for (const [name, statuses] of Object.entries(told))
      assert.deepEqual(without(statuses, ...BUSY, ...(MAY_MEET[name] ?? [])), MUST_MEET[name], name);
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
