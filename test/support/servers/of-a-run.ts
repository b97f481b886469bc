// The engines of a run of tests, with the server that the tests of each use.
import { connect } from 'node:net';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import type { Administrator, Server } from './server.ts';

export interface TestEngine {
  readonly key: string;
  readonly name: string;
  readonly server?: Server;
}

/** Connections to each server while databases are dropped: a drop mostly waits for the disk. */
const DROPPERS = 4;
const PATIENCE_MS = 2000;

export const engines: readonly TestEngine[] = [
  { key: 'sqlite', name: 'SQLite' },
  { key: 'postgres', name: 'PostgreSQL', server: postgres },
  { key: 'mysql', name: 'MySQL or MariaDB', server: mysql },
];

/** Whether something listens where the engine is expected. */
export async function isReachable({ server }: TestEngine): Promise<boolean> {
  if (!server) return true;
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), timeout: PATIENCE_MS });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  for (const event of ['connect', 'timeout', 'error']) socket.once(event, () => resolve(event === 'connect'));
  return promise.finally(() => socket.destroy());
}

/**
 * Lets the server keep commits in memory: nothing that a test writes has to survive a power cut. Returns what ends the run:
 * it undoes that, and drops the databases that tests of the run have left for the next test.
 */
export async function beginRun({ server }: TestEngine, run: string): Promise<() => Promise<void>> {
  if (!server) return async () => {};
  const withAdministrator = async <T>(work: (administrator: Administrator) => Promise<T>) => {
    const administrator = await server.open();
    return work(administrator).finally(() => administrator.close());
  };
  const before = await withAdministrator((administrator) => administrator.setFlush('0'));
  return async () => {
    await withAdministrator((administrator) => administrator.setFlush(before));
    const names = await withAdministrator((administrator) => administrator.names(`quire_test_${run}_`));
    const drop = async (administrator: Administrator) => {
      for (let name = names.pop(); name; name = names.pop()) await administrator.drop(name);
    };
    await Promise.all(Array.from({ length: DROPPERS }, () => withAdministrator(drop)));
  };
}
