import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { RowDataPacket } from 'mysql2/promise';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../test-database.ts';
import { until } from '../until.ts';
import { ask, emptyData, NOBODY } from './mariadb-data.ts';

/** Whether servers can be started here. */
export const hasMariadb = ['mariadbd', 'mariadb-install-db'].every(
  (name) => spawnSync('which', [name]).status === 0,
);

export interface MariadbNode {
  readonly host: string;
  /** Runs a statement as its administrator; answers the records. */
  order(sql: string): Promise<RowDataPacket[]>;
  /** Ends it at once, without a word to anybody. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** A new replica, which has applied everything so far. */
  replica(): Promise<MariadbNode>;
  /** Lets it follow another server, from where it is. */
  follow(node: MariadbNode): Promise<void>;
}

let servers = 0;

/** A server of this machine without databases, from which replicas can be made; gone when the test file has run. */
export async function mariadbPrimary(): Promise<MariadbNode> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const empty = emptyData(folder);
  const start = async (): Promise<MariadbNode> => {
    const number = ++servers;
    const own = join(folder, `server-${number}`);
    spawnSync('cp', ['-a', empty, own]);
    return startNode({ folder: own, number, port: await freePort() }, start);
  };
  return start();
}

interface Place {
  readonly folder: string;
  readonly number: number;
  readonly port: number;
}

async function startNode(place: Place, another: () => Promise<MariadbNode>): Promise<MariadbNode> {
  const host = `127.0.0.1:${place.port}`;
  const url = `mysql://root@${host}`;
  const order = (sql: string) => ask(url, sql);
  let child = start(place);
  const isUp = () =>
    order('select 1').then(
      () => true,
      () => false,
    );
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  after(kill);
  await until(isUp, 50);
  const node: MariadbNode = {
    host,
    order,
    kill,
    async restart() {
      child = start(place);
      await until(isUp, 50);
    },
    async replica() {
      const copy = await another();
      await copy.follow(node);
      const [reached] = await order('select @@gtid_binlog_pos as place');
      await copy.order(`select master_gtid_wait('${reached?.place}')`);
      return copy;
    },
    async follow({ host: followed }) {
      const [address, port] = followed.split(':');
      await order('stop slave');
      await order(
        `change master to master_host = '${address}', master_port = ${port}, master_user = 'root', master_use_gtid = slave_pos`,
      );
      await order('start slave');
    },
  };
  return node;
}

function start({ folder, number, port }: Place): ChildProcess {
  const options = [
    `--datadir=${folder}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${join(folder, 'errors')}`,
    `--server-id=${number}`,
    '--log-bin',
    '--log-slave-updates',
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
  ];
  return spawn('mariadbd', ['--no-defaults', ...options], { stdio: 'ignore', cwd: folder, ...NOBODY });
}
