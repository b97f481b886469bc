import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../test-database.ts';
import { until } from '../until.ts';

const INSTALLED = '/usr/lib/postgresql';
const TOOLS = ['initdb', 'pg_basebackup', 'postgres'];

/** Where the programs of PostgreSQL's newest installed version are: Debian keeps them out of the path. */
function binFolder(): string {
  const has = (folder: string) =>
    TOOLS.every((tool) => spawnSync(join(folder, tool), ['--version']).status === 0);
  const versions = spawnSync('ls', [INSTALLED], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const folders = versions.map((version) => join(INSTALLED, version, 'bin')).reverse();
  return ['', ...folders].find(has) ?? 'none';
}

/** Where they are; empty if they are in the path. */
export const BIN = binFolder();
/** Whether servers can be started here. */
export const hasPostgres = BIN !== 'none';

/** PostgreSQL refuses to run as the root user of a machine. */
export const OWNER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export interface PostgresNode {
  readonly url: string;
  readonly host: string;
  /** The process that all its others come from. */
  readonly pid: () => number;
  /** Runs a statement as its administrator; answers the records. */
  order(sql: string): Promise<Record<string, unknown>[]>;
  /** Ends it at once, without a word to anybody. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Lets it take writes and follow nobody. */
  promote(): Promise<void>;
  /** A new replica of it. */
  replica(): Promise<PostgresNode>;
}

/** A server of this machine with an empty database, from which replicas can be made; gone when the test file has run. */
export async function postgresPrimary(configuration: readonly string[] = []): Promise<PostgresNode> {
  const folder = ownFolder();
  run('initdb', ['--auth=trust', '--username=postgres', '--no-sync', '-D', folder]);
  const lines = ['fsync = off', 'wal_level = replica', 'hot_standby = on', 'max_connections = 60'];
  write(folder, [...lines, 'shared_buffers = 16MB', 'wal_keep_size = 64MB', ...configuration]);
  const node = await startNode(folder);
  return node;
}

async function startNode(folder: string): Promise<PostgresNode> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child = start(folder, port);
  await until(() => answers(url), 50);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT'); // its processes end at once, and none is left behind
    await ended;
  };
  after(kill);
  const order = (sql: string) => ask(url, sql);
  return {
    url,
    host: `127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    order,
    kill,
    async restart() {
      child = start(folder, port);
      await until(() => answers(url), 50);
    },
    async promote() {
      await order('select pg_promote()');
    },
    async replica() {
      const copy = ownFolder();
      const from = [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '--checkpoint=fast',
        '--no-sync',
      ];
      run('pg_basebackup', [...from, '-R', '-D', copy]);
      return startNode(copy);
    },
  };
}

function start(folder: string, port: number) {
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', ''];
  return spawn(tool('postgres'), ['-D', folder, ...options], { stdio: 'ignore', cwd: folder, ...OWNER });
}

const tool = (name: string) => (BIN === '' ? name : join(BIN, name));

function run(name: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(tool(name), args, { ...OWNER, encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
}

function ownFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const own = join(folder, 'data');
  mkdirSync(own, { mode: 0o700 });
  if (OWNER.uid !== undefined) chownSync(own, OWNER.uid, OWNER.gid);
  return own;
}

function write(folder: string, lines: readonly string[]): void {
  appendFileSync(join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`);
}

const answers = (url: string) =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  );

export async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  client.on('error', () => {}); // the statement reports it
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
