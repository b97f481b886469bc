import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { call, type Running, signIn, start, stop } from '../support/server-process.ts';

/** Generous: an attack that is not bounded takes gigabytes. */
const MOST_MEMORY = 900_000_000;

const server = await start('abuse', { CONTENT_DIR: 'test/content/crowd', ANSWER_TIMEOUT: '5' });
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

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly from?: string;
}

/** Status of a request; -1 where there is no answer in time. Answers are read over. */
function ask(path: string, { method = 'GET', body, from = ABUSIVE }: Asked = {}): Promise<number> {
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
          ...(body !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => answer.resume().on('end', () => tell(answer.statusCode ?? -1)),
    );
    sent.on('timeout', () => sent.destroy()).on('error', () => tell(-1));
    sent.end(body);
  });
}

const visit = (path: string) => ask(path, { from: ORDINARY });

/** A connection that sends this and reads nothing. */
function unread(text: string): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.4' }).on(
    'error',
    () => {},
  );
  socket.pause();
  socket.write(text);
  sockets.push(socket);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const many = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const markup = JSON.stringify({
  items: many(20, () => ({ action: 'create', values: { notes: '<b></i>'.repeat(7000) } })),
});
const textsOf = (index: number, count: number) =>
  many(count, (place) => `filter[or][${place}][body][contains]=z${index}.${place}`).join('&');

/** What a site holds: articles that name each other, and some long ones. */
async function fill(running: Running): Promise<void> {
  const make = async (body: object) =>
    (await call(running, 'POST', '/v1/article', { token, body })).body.id as unknown as number;
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) ids.push(await make({ title: `article ${index}` }));
  for (const id of ids) await call(running, 'PATCH', `/v1/article/${id}`, { token, body: { related: ids } });
  for (let index = 0; index < 12; index += 1) await make({ body: 'long '.repeat(60_000) });
}

function memoryOf({ child }: Running): number {
  const [, kilobytes = '0'] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

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
      markup: Promise.all(many(4, () => ask('/v1/article/bulk', { method: 'POST', body: markup }))),
      pages: Promise.all(many(40, () => ask('/openapi.json'))),
    };
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
    assert.deepEqual(told.expand, [400]);
    assert.deepEqual(told.conditions, [400]);
    assert.deepEqual(told.heavy, [400]);
    assert.deepEqual(told.pages, [200]);
    for (const status of [...(told.searches ?? []), ...(told.markup ?? [])])
      assert.ok([200, 400, 429, 503].includes(status), `${status}`);
    const memory = memoryOf(server);
    assert.ok(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB`);
    const health = await call(server, 'GET', '/health');
    assert.equal(health.status, 200);
    console.log(JSON.stringify(health.body), `${Math.round(memory / 1e6)} MB`);
  });
});
