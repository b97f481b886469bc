import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { ask } from '../../prepare.ts';
import { start, stop } from '../../servers/process.ts';
import { temporaryFolder } from '../../servers/quire.ts';
import { fileOf, openSides } from '../open-sides.ts';
import type { Sweep } from '../run-sweep.ts';
import type { Sides } from '../sides.ts';
import type { Operation } from '../sweep.ts';
import { upTo } from './people.ts';

const write: Operation = {
  what: 'update, durable',
  growth: 'flat',
  ask: (turn) => ({ method: 'PATCH', path: '/v1/person/1', body: { name: `name ${turn}` } }),
};

/** Streams of changes that are open. Each gets each change, so the cost of a write is in proportion. */
export function sweepOfListeners(): Sweep {
  return {
    name: 'listeners, SQLite',
    sizes: [10, 100, 1000],
    async open(size) {
      const sides = await openFilled(() => '');
      const listeners = await listen(sides, size);
      return {
        ...sides,
        async [Symbol.asyncDispose]() {
          await listeners[Symbol.asyncDispose]();
          await sides[Symbol.asyncDispose]();
        },
      };
    },
    operations: async () => [{ ...write, growth: 'linear' }],
  };
}

/** Webhooks of another collection than the one that is written. */
export function sweepOfWebhooks(): Sweep {
  return {
    name: 'webhooks of another collection, SQLite',
    sizes: [1, 10, 100],
    open: (size) =>
      openFilled(
        () => `insert into quire_webhook (name, url, collections, position, secret, create_time, create_user_id)
          select 'hook' || i, 'http://127.0.0.1:1/' || i, '["diary"]', 0, '', 1, 1 from ${upTo(size)}`,
      ),
    operations: async () => [write],
  };
}

/** Jobs that are planned for a later time. */
export function sweepOfJobs(): Sweep {
  return {
    name: 'jobs that wait, SQLite',
    sizes: [1000, 10_000, 100_000],
    open: (size) =>
      openFilled(
        () => `insert into quire_job (kind, delivery, data, due_time, create_time, create_user_id)
          select 'webhook', 'delivery' || i, '{}', 9000000000000, 1, 1 from ${upTo(size)}`,
      ),
    operations: async () => [
      write,
      { what: 'page of jobs', growth: 'linear', ask: () => ({ path: '/cms/job?count=20' }) },
    ],
  };
}

/** A new database of one person, and of what these statements add. */
async function openFilled(statements: () => string): Promise<Sides & AsyncDisposable> {
  const base = { folder: temporaryFolder(), env: {} };
  {
    await using first = await openSides(base);
    await ask(first.quire.port, 'POST /v1/person', first.token, { name: 'one' });
  }
  const database = new DatabaseSync(fileOf(base.folder));
  database.exec(statements());
  database.close();
  return openSides(base);
}

async function listen({ quire: { port }, token }: Sides, count: number): Promise<AsyncDisposable> {
  const child = start(new URL('../../load/listeners.ts', import.meta.url), {
    core: 'load',
    input: JSON.stringify({ port, token, count }),
  });
  const failed = once(child, 'exit').then(async () => {
    throw new Error(`nobody listens: ${await text(child.stderr)}`);
  });
  await Promise.race([once(child.stdout, 'data'), failed]);
  failed.catch(() => undefined);
  return { [Symbol.asyncDispose]: async () => void (await stop(child)) };
}
