import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../test-database.ts';
import { until } from '../until.ts';
import { ask, emptyData, NOBODY } from './mariadb-data.ts';

const PROVIDER = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find((file) =>
  existsSync(file),
);
const DATABASE = 'quire';

/** Whether the nodes of a cluster can be started here. */
export const hasGalera =
  PROVIDER !== undefined &&
  ['mariadbd', 'rsync'].every((name) => spawnSync(name, ['--version']).status === 0);

export interface GaleraNode {
  readonly name: string;
  readonly url: string;
  kill(): void;
  /** Runs a statement as its administrator. */
  order(sql: string): Promise<void>;
}

/** A cluster of this machine with an empty database; gone when the test file has run. */
export async function galeraNodes(count: number): Promise<GaleraNode[]> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const empty = emptyData(folder);
  const nodes: GaleraNode[] = [];
  const addresses: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const [port, group, state, transfer] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const node = { name: `n${number}`, folder: join(folder, `n${number}`), port, group, state, transfer };
    spawnSync('cp', ['-a', empty, node.folder]);
    nodes.push(await startNode(node, addresses));
    addresses.push(`127.0.0.1:${group}`);
    if (number === 1) await nodes[0]?.order(`create database ${DATABASE}`);
  }
  return nodes;
}

interface Place {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly group: number;
  readonly state: number;
  readonly transfer: number;
}

/** Starts a node that joins those at these addresses, and waits until it has caught up with them. */
async function startNode(
  { name, folder, port, group, state, transfer }: Place,
  addresses: readonly string[],
): Promise<GaleraNode> {
  const options = [
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `base_port=${group}`,
    `ist.recv_addr=127.0.0.1:${state}`,
    'gcache.size=16M',
  ];
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${folder}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--log-error=${join(folder, 'errors')}`,
      '--skip-name-resolve',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-buffer-pool-size=32M',
      '--innodb-flush-log-at-trx-commit=0',
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      '--wsrep-cluster-name=quire',
      `--wsrep-cluster-address=gcomm://${addresses.join(',')}`,
      `--wsrep-node-name=${name}`,
      '--wsrep-node-address=127.0.0.1',
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${transfer}`,
      `--wsrep-provider-options=${options.join(';')}`,
    ],
    { stdio: 'ignore', cwd: folder, ...NOBODY },
  );
  after(() => child.kill('SIGKILL'));
  const url = `mysql://root@127.0.0.1:${port}`;
  await until(() => isSynced(url, child, join(folder, 'errors')), 200);
  return {
    name,
    url: `${url}/${DATABASE}`,
    kill: () => child.kill('SIGKILL'),
    order: (sql) => ask(url, sql).then(() => undefined),
  };
}

async function isSynced(url: string, { exitCode }: ChildProcess, log: string): Promise<boolean> {
  if (exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
  const records = await ask(url, `show global status like 'wsrep_local_state_comment'`).catch(() => []);
  return JSON.stringify(records).includes('Synced');
}
