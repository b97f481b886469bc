// No engine changes its result: it is about processes and a port; other tests share databases and kill their writers.
// Takes long: servers of several processes start, share a port, and lose processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  call,
  databaseNamed,
  launch,
  type Running,
  signIn,
  start,
  stop,
  workersOf,
} from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const WRITERS = 16;
const { look } = await databaseNamed('workers');

async function untilThereAre(server: Running, count: number, without = 0): Promise<number[]> {
  let workers: number[] = [];
  await until(async () => {
    workers = await workersOf(server);
    return workers.length === count && !workers.includes(without);
  }, 50);
  return workers;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The processes that answer: each names requests after itself. */
async function answering(server: Running, atLeast: number): Promise<Set<string>> {
  const names = new Set<string>();
  for (let turn = 0; turn < 1000 && names.size < atLeast; turn += 1) {
    const request = get(`${server.base}/health/live`, { agent: false }); // on a connection of its own
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    names.add(String(answer.headers['x-request-id']).split('-')[0] ?? '');
    await wait(10);
  }
  return names;
}

describe('several processes at one port', { timeout: 300_000 }, () => {
  it('all answer, lose nothing acknowledged when one is killed, and are as many again', async () => {
    const server = await start('workers', { WORKERS: '3', SAMPLE_DATA: 'false' });
    const workers = await untilThereAre(server, 3);
    assert.equal((await answering(server, 3)).size, 3);
    const token = await signIn(server);
    const acknowledged = new Set<string>();
    let isOver = false;
    const write = async (writer: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const title = `${writer} ${turn}`;
        const answer = await call(server, 'POST', '/v1/book', { token, body: { title } }).catch(
          () => undefined,
        );
        if (!answer) continue; // its process was killed
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        acknowledged.add(title);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const killed = workers[0] ?? 0;
    await until(() => acknowledged.size >= 50, 5);
    process.kill(killed, 'SIGKILL');
    await untilThereAre(server, 3, killed);
    await answering(server, 3);
    const enough = acknowledged.size + 50;
    await until(() => acknowledged.size >= enough, 5);
    isOver = true;
    await writers;
    const titles = new Set((await look('select title from book')).map(({ title }) => title));
    for (const title of acknowledged) assert.ok(titles.has(title), `${title} was acknowledged`);
    assert.equal(await stop(server), 0);
    assert.deepEqual(await workersOf(server), []);
    assert.match(server.said(), new RegExp(`Process ${killed} ended \\(SIGKILL\\)`));
  });

  it('are as many again when one hangs', async () => {
    const server = await start('workers', { WORKERS: '2' });
    const [hanging = 0] = await untilThereAre(server, 2);
    process.kill(hanging, 'SIGSTOP');
    await untilThereAre(server, 2, hanging);
    await answering(server, 2);
    assert.match(server.said(), new RegExp(`Process ${hanging} has not answered for 30 s; it is ended`));
    assert.equal(await stop(server), 0);
  });

  it('end together when asked to, after what they were sent is answered', async () => {
    const server = await start('workers', { WORKERS: '2' });
    await untilThereAre(server, 2);
    const running = Array.from({ length: 10 }, () =>
      call(server, 'POST', '/cms/user/login', { body: { username: 'root', password: 'process-test-1' } }),
    );
    await Promise.any(running);
    const ended = stop(server);
    const answers = await Promise.allSettled(running);
    for (const answer of answers) if (answer.status === 'fulfilled') assert.equal(answer.value.status, 200);
    assert.equal(await ended, 0);
  });

  it('end where the process that started them is killed, and leave the port and a whole database', async () => {
    const server = await start('workers', { WORKERS: '2' });
    const workers = await untilThereAre(server, 2);
    const token = await signIn(server);
    const titles = Array.from({ length: 40 }, (_, number) => `orphaned ${number}`);
    const writing = titles.map(async (title) => {
      const { status } = await call(server, 'POST', '/v1/book', { token, body: { title } });
      assert.equal(status, 201);
      return title;
    });
    await Promise.any(writing);
    server.child.kill('SIGKILL');
    const answered = (await Promise.allSettled(writing)).flatMap((one) =>
      one.status === 'fulfilled' ? one.value : [],
    );
    await until(() => !workers.some(isRunning), 50);
    const again = await start('workers', { PORT: new URL(server.base).port });
    const kept = new Set((await look('select title from book')).map(({ title }) => title));
    assert.deepEqual(
      answered.filter((title) => !kept.has(title)),
      [],
    );
    assert.equal(await stop(again), 0);
  });

  it('say once why they cannot start, and end as one would', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { ended, said } = await launch('workers', { WORKERS: '3', PORT: String(port) });
    const code = await ended;
    taken.close();
    assert.equal(code, 2, said());
    assert.equal(said().match(/HOST, PORT: cannot listen there/g)?.length, 1, said());
  });
});
