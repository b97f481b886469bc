import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '../../server/listen.ts';
import { type Settings, settingsFrom } from '../../server/settings.ts';
import { openServer, type Server } from '../../server/start.ts';
import { type Outcome, runInHost } from './command-host.ts';
import { engineName, newDatabase, type TestDatabase } from './test-database.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Of the super administrator. */
export const PASSWORD = 'process-test-1';
const children = new Set<ChildProcess>();

/** A folder that is gone when the test file has run, as are the servers that were started. */
export const folder = mkdtempSync(join(tmpdir(), 'quire-process-'));
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

export interface Running {
  readonly child: ChildProcess;
  readonly base: string;
  readonly said: () => string;
}

const databases = new Map<string, Promise<TestDatabase>>();

/**
 * The database of this name; it goes with the test that asked for it first. What a process is started on may have the tables of
 * `contentDir` already; a test about the first start on an empty database asks for it before it starts one.
 */
export function databaseNamed(name: string, contentDir?: string): Promise<TestDatabase> {
  const database = databases.get(name) ?? newDatabase(undefined, contentDir);
  databases.set(name, database);
  return database;
}

/** Where the servers on the database of this name keep uploads. */
export const uploadsOf = (name: string) => join(folder, name, 'uploads');

/** An embedded database has its secret beside it; processes on a server are given one. */
const secret = engineName === 'sqlite' ? {} : { QUIRE_SECRET: randomBytes(32).toString('hex') };

/** Runs the server from the sources, as in a clone, on the database of this name; it may refuse to start. */
export const launchSources = (name: string, settings: Record<string, string> = {}) =>
  run(['server/main.mjs'], name, settings);

/** As `launchSources`, in the way of the README. */
export const launchByNpm: typeof launchSources = (name, settings = {}) =>
  run(['start'], name, settings, { program: 'npm' });

/** As `launchSources`, from the sources of another version in this folder. */
export const launchFrom =
  (cwd: string): typeof launchSources =>
  (name, settings = {}) =>
    run(['--preserve-symlinks', 'server/main.mjs'], name, settings, { cwd });

/** `quire` in the bundle that a run of all tests makes: it starts in half the CPU time of the sources. */
const bundled = process.env.TEST_SERVER;

/** Runs the server as a project that depends on Quire does; a file that runs on its own starts the sources. */
export const launch: typeof launchSources = (name, settings = {}) =>
  bundled === undefined ? launchSources(name, settings) : run([bundled, 'start'], name, settings);

/** As `npm run quire` does, or the package. */
const QUIRE =
  bundled === undefined
    ? ['--preserve-symlinks', '--import', './server/quick-load.mjs', 'server/cli/quire.ts']
    : [bundled];

/** Runs a command of `quire` on the database of this name, in a process of its own. */
export const quire = (args: readonly string[], name: string, settings: Record<string, string> = {}) =>
  run([...QUIRE, ...args], name, settings);

/** Runs a command of `quire` whose output nobody reads. */
export const quireUnread = (command: string, name: string) =>
  run(
    ['-c', `${[process.execPath, ...QUIRE].map((word) => `"${word}"`).join(' ')} ${command} | true`],
    ...([name, {}, { program: 'sh' }] as const),
  );

/**
 * As `quire`, for commands that are not about their process: one process runs all of them, one after another. Each command has
 * a test in which it has a process of its own.
 */
export const command = async (
  args: readonly string[],
  name: string,
  settings: Record<string, string> = {},
): Promise<Outcome> => runInHost(args, await environmentOf(name, settings));

/**
 * Opens a server on the database of this name in this process: for tests of what a start does, not of the process. One that
 * does not answer is that of a command.
 */
export async function openHere(
  name: string,
  settings: Record<string, string> = {},
  isAnswering = true,
): Promise<Server> {
  return openServer(await settingsHere(name, settings), isAnswering);
}

/** As `openHere`, and listens until its database goes: for commands that work beside a server. */
export async function serveHere(
  name: string,
  settings: Record<string, string> = {},
): Promise<Pick<Running, 'base'>> {
  const server = await openHere(name, settings);
  const { closeFirst } = await databaseNamed(name);
  closeFirst(() => server.close());
  return { base: await listen(server, await settingsHere(name, settings)) };
}

async function settingsHere(name: string, settings: Record<string, string>): Promise<Settings> {
  const environment = await environmentOf(name, { QUIRE_ADMIN_PASSWORD: PASSWORD, ...settings });
  return settingsFrom({ ...environment, LOG_LEVEL: 'error' });
}

async function environmentOf(name: string, settings: Record<string, string>): Promise<NodeJS.ProcessEnv> {
  const { address } = await databaseNamed(name, settings.CONTENT_DIR ?? 'content');
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: address.databaseUrl,
    DATABASE_CONNECTIONS: String(address.databaseConnections),
    DATABASE_TIMEOUT: String(address.databaseTimeout),
    UPLOAD_DIR: uploadsOf(name),
    ...secret,
    ...settings,
  };
}

async function run(
  args: readonly string[],
  name: string,
  settings: Record<string, string>,
  { program = process.execPath, cwd = repository }: { readonly program?: string; readonly cwd?: string } = {},
) {
  const env = await environmentOf(name, settings);
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  return { child, ended, said: () => said };
}

/** A server on the database of this name that is ready. */
export async function start(
  name: string,
  settings: Record<string, string> = {},
  begin = launch,
): Promise<Running> {
  const { child, ended, said } = await begin(name, { QUIRE_ADMIN_PASSWORD: PASSWORD, ...settings });
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const [, base] = /API {9}(http:\S+)\/api/.exec(said()) ?? [];
      if (base !== undefined) setImmediate(resolve, base);
    });
  });
  const base = await Promise.race([ready, ended.then(() => undefined)]);
  if (base === undefined) throw new Error(`the server ended before it was ready: ${said()}`);
  return { child, base, said };
}

/** Asks the server to end; answers its exit code. */
export async function stop({ child }: Running): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode; // nothing more will be told of it
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  return (await ended)[0] as number | null;
}

/** The processes that a server has started. */
export async function workersOf({ child }: Pick<Running, 'child'>): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return lines.filter(([, parent]) => parent === child.pid).map(([pid = 0]) => pid);
}

/** Sends a request; answers its status and its body. */
export async function call(
  { base }: Pick<Running, 'base'>,
  method: string,
  path: string,
  {
    token,
    body,
    headers,
  }: { token?: string | undefined; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

/** A token of this user. */
export async function signIn(
  server: Pick<Running, 'base'>,
  username = 'root',
  password = PASSWORD,
): Promise<string> {
  const { status, body } = await call(server, 'POST', '/cms/user/login', {
    body: { username, password },
  });
  assert.equal(status, 200, `${username} signs in`);
  return body.access_token as unknown as string;
}
