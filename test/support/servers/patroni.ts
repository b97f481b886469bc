import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { textOf } from '../documentation/documents.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../test-database.ts';
import { until } from '../until.ts';
import { ask, BIN, hasPostgres, OWNER } from './postgres-cluster.ts';

/** Between two questions about the cluster. */
const OFTEN_MS = 100;

const page = textOf('docs/guides/scaling.md');

/** Where PostgreSQL's own programs are, also if they are in the path. */
const programs =
  BIN || dirname(realpathSync(spawnSync('which', ['postgres'], { encoding: 'utf8' }).stdout.trim()));

/** Whether a cluster can be started here. */
export const hasPatroni =
  hasPostgres && ['patroni', 'etcd', 'haproxy'].every((name) => spawnSync('which', [name]).status === 0);

/** A member of the cluster. */
export interface PatroniNode {
  readonly name: string;
  readonly host: string;
  readonly url: string;
  /** Ends Patroni and its server at once, as if the machine were gone. */
  kill(): void;
  start(): void;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Where HAProxy leads to the leader. */
  readonly proxy: string;
  leader(): Promise<PatroniNode>;
  /** Waits until a standby is synchronous: only then can it take over. */
  hasSyncStandby(): Promise<void>;
  /** Lets the other member lead. */
  switchOver(): Promise<void>;
}

interface Ports {
  readonly sql: number;
  readonly rest: number;
}

/** Two members, etcd and HAProxy on this machine, with the configuration of the documentation; gone when the test file has run. */
export async function patroniCluster(): Promise<PatroniCluster> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const etcd = await startEtcd(folder);
  const names = ['one', 'two'] as const;
  const ports = {
    one: { sql: await freePort(), rest: await freePort() },
    two: { sql: await freePort(), rest: await freePort() },
  };
  const nodes = names.map((name) => startMember(folder, name, ports[name], etcd));
  const found = async () => {
    const members = await membersAt(ports.one).catch(() => membersAt(ports.two));
    return members.map(({ name, role, state }) => ({
      name,
      isLeader: role === 'leader' && state === 'running',
      isSync: role === 'sync_standby',
    }));
  };
  const leader = async () => {
    let leading: string | undefined;
    await until(async () => {
      leading = (await found().catch(() => [])).find(({ isLeader }) => isLeader)?.name;
      return leading !== undefined;
    }, OFTEN_MS);
    return nodes.find(({ name }) => name === leading) as PatroniNode;
  };
  const hasSyncStandby = () =>
    until(async () => (await found().catch(() => [])).some(({ isSync }) => isSync), OFTEN_MS);
  await leader();
  await hasSyncStandby();
  return {
    nodes,
    proxy: await startProxy(folder, ports),
    leader,
    hasSyncStandby,
    async switchOver() {
      const { name } = await leader();
      const body = JSON.stringify({ leader: name, candidate: names.find((one) => one !== name) });
      const url = `http://127.0.0.1:${ports.one.rest}/switchover`;
      const answer = await fetch(url, { method: 'POST', body });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
  };
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

async function membersAt({ rest }: Ports): Promise<readonly Member[]> {
  const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) });
  return ((await answer.json()) as { readonly members: readonly Member[] }).members;
}

async function startEtcd(folder: string): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()];
  const at = (number: number) => `http://127.0.0.1:${number}`;
  const options = {
    '--data-dir': join(folder, 'etcd'),
    '--listen-client-urls': at(port),
    '--advertise-client-urls': at(port),
    '--listen-peer-urls': at(peers),
    '--initial-advertise-peer-urls': at(peers),
    '--initial-cluster': `default=${at(peers)}`,
  };
  const child = begin('etcd', Object.entries(options).flat(), join(folder, 'etcd.log'));
  after(() => child.kill('SIGKILL'));
  await until(async () => (await fetch(`${at(port)}/health`).catch(() => undefined))?.ok === true);
  return port;
}

function startMember(folder: string, name: string, { sql, rest }: Ports, etcd: number): PatroniNode {
  const own = join(folder, name);
  mkdirSync(own);
  if (OWNER.uid !== undefined) chownSync(own, OWNER.uid, OWNER.gid);
  const data = join(own, 'data');
  const file = join(own, 'patroni.yml');
  const configuration = blockOf('yaml')
    .replaceAll('one.example:8008', `127.0.0.1:${rest}`)
    .replaceAll('one.example:5432', `127.0.0.1:${sql}`)
    .replaceAll('etcd.example:2379', `127.0.0.1:${etcd}`)
    .replaceAll('/var/lib/postgresql/quire.pgpass', join(own, 'pgpass'))
    .replaceAll('/var/lib/postgresql/quire', data)
    .replaceAll('/usr/lib/postgresql/15/bin', programs)
    .replace('name: one', `name: ${name}`);
  // All members of a test have one address; files stay in the folder of the test.
  writeFileSync(file, `${configuration}  parameters:\n    unix_socket_directories: ${own}\n`);
  let child: ChildProcess | undefined;
  const kill = () => {
    child?.kill('SIGKILL');
    const pid = join(data, 'postmaster.pid');
    if (!existsSync(pid)) return;
    const [server = ''] = readFileSync(pid, 'utf8').split('\n');
    try {
      process.kill(Number(server), 'SIGQUIT');
    } catch {
      // it has ended by itself
    }
  };
  const start = () => {
    child = begin('patroni', [file], join(own, 'log'), OWNER);
  };
  after(kill);
  start();
  const host = `127.0.0.1:${sql}`;
  return { name, host, url: `postgres://postgres:first%20secret@${host}/postgres`, kill, start };
}

async function startProxy(folder: string, { one, two }: Readonly<Record<'one' | 'two', Ports>>) {
  const port = await freePort();
  const configuration = blockOf('haproxy')
    .replace('127.0.0.1:5500', `127.0.0.1:${port}`)
    .replace('one.example:5432 check port 8008', `127.0.0.1:${one.sql} check port ${one.rest}`)
    .replace('two.example:5432 check port 8008', `127.0.0.1:${two.sql} check port ${two.rest}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `global\n    maxconn 500\ndefaults\n    timeout connect 1s\n${configuration}`);
  const child = begin('haproxy', ['-db', '-f', file], join(folder, 'haproxy.log'));
  after(() => child.kill('SIGKILL'));
  const address = `127.0.0.1:${port}`;
  const url = `postgres://postgres:first%20secret@${address}/postgres`;
  await until(() => ask(url, 'select 1').then(Boolean, () => false), OFTEN_MS);
  return address;
}

/** Starts a program that writes into a file, which a failure names. */
function begin(name: string, args: readonly string[], log: string, owner: object = {}): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(name, args, { stdio: ['ignore', output, output], cwd: '/', ...owner });
  child.on('error', (cause) => {
    throw cause;
  });
  return child;
}

/** A block of the section about Patroni. */
function blockOf(language: 'yaml' | 'haproxy'): string {
  const [, section = ''] = page.split(/^### Patroni$/m);
  const [, block] = RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(section) ?? [];
  if (block === undefined)
    throw new Error(`docs/guides/scaling.md has no block '${language}' below 'Patroni'`);
  return block;
}
