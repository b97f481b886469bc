import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Programs of this repository are no part of a project, nor is the test that runs. */
const machinePath = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('node_modules/.bin'))
  .join(':');
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
const environment = { ...inherited, PATH: machinePath };

interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** Everything that was printed. */
  readonly said: string;
}
type Settings = Readonly<Record<string, string>>;

interface Started {
  readonly address: string;
  /** Ends it; answers its exit code. */
  readonly stop: () => Promise<unknown>;
  /** What it has printed. */
  readonly said: () => string;
}

/** A project that was made by the packed `create-quire-cms` and installed with the packed `quire`. */
export interface Project {
  readonly folder: string;
  /** What the package holds, as paths. */
  readonly packed: readonly string[];
  readonly write: (file: string, text: string) => void;
  readonly remove: (path: string) => void;
  /** Packs a package of this repository as its author would, beside what the project has installed, and installs it. */
  readonly install: (source: string) => Promise<void>;
  /** Installs a package of others. */
  readonly add: (name: string) => Promise<void>;
  /** Runs a program of the project, on the Node of the machine, or one of the machine to its end. */
  readonly run: (program: string, args: readonly string[], settings?: Settings) => Promise<Ended>;
  /** Starts the server, by `npm start` or by the command itself. */
  readonly start: (program: 'npm' | 'quire', settings?: Settings) => Promise<Started>;
}

/** Packs, makes and installs, once for a test file. */
export async function makeProject(): Promise<Project> {
  const place = temporaryFolder();
  const folder = join(place, 'a site');
  const must = async (program: string, args: readonly string[], cwd: string) => {
    const { code, stdout, said } = await runIn(cwd, program, args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${said}`);
    return stdout;
  };
  const pack = async (what: string) => {
    const said = await must('npm', ['pack', what, '--json', '--pack-destination', place], repository);
    const [made] = JSON.parse(said.slice(said.indexOf('[\n'))) as [PackReport];
    return { file: join(place, made.filename), paths: made.files.map(({ path }) => path) };
  };
  const quire = await pack('.');
  const creator = await pack('./create-quire-cms');
  await must('tar', ['-xzf', creator.file, '-C', place], place);
  await must('node', ['package/main.mjs', 'a site', '--quire', `file:${quire.file}`], place);
  await must('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  const bin = join(folder, 'node_modules/.bin');
  return {
    folder,
    packed: quire.paths,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    async add(name) {
      await must('npm', ['install', name, '--prefer-offline', '--no-audit', '--no-fund'], folder);
    },
    async install(source) {
      const copy = join(place, 'package of another');
      cpSync(join(repository, source), copy, { recursive: true });
      symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'));
      const said = await must('npm', ['pack', '--json', '--pack-destination', place], copy);
      const [made] = JSON.parse(said.slice(said.indexOf('[\n'))) as [PackReport];
      const file = join(place, made.filename);
      await must('npm', ['install', file, '--prefer-offline', '--no-audit', '--no-fund'], folder);
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    run: (program, args, settings) =>
      runIn(folder, program === 'quire' ? join(bin, program) : program, args, settings),
    start: (program, settings) => start(folder, program, settings),
  };
}

interface PackReport {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { ...environment, ...settings } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, said: stdout + stderr }),
    );
  });
}

async function start(cwd: string, program: string, settings: Settings = {}): Promise<Started> {
  // The project's Node first, as npm has it.
  const PATH = `${join(cwd, 'node_modules/.bin')}:${machinePath}`;
  const env = { ...environment, PATH, PORT: '0', QUIRE_ADMIN_PASSWORD: 'packed-and-sent', ...settings };
  const server = spawn(program, ['start'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  after(() => endGroup(server.pid));
  let said = '';
  server.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const address = () => /API {9}(http:\S+)\/api/.exec(said)?.[1];
  await until(() => address() !== undefined || server.exitCode !== null);
  const found = address();
  if (found === undefined) throw new Error(`the server ended: ${said}`);
  const stop = async () => {
    server.kill('SIGTERM');
    return await ended;
  };
  return { address: found, stop, said: () => said };
}

/** Ends npm and the server that it started, unless they have ended. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
