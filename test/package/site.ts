import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { launchSources, PASSWORD, quire, type Running, start } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
/** The Node of the tests comes first: frameworks need a later one than the oldest that makes a project. */
const env = {
  ...inherited,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};

let creator: Promise<string> | undefined;

/** The program of `npm create quire-cms`, as it is packed; made once for all sites. */
async function packCreator(): Promise<string> {
  const place = temporaryFolder();
  await run('npm', ['pack', './create-quire-cms', '--pack-destination', place], { env });
  const [packed = ''] = readdirSync(place);
  await run('tar', ['-xzf', packed], { cwd: place });
  return join(place, 'package/main.mjs');
}

/** A project with a site, as its README makes it: filled, connected, installed, built and served, beside its Quire. */
export async function openSite(framework: string) {
  const folder = join(temporaryFolder(), 'project');
  const site = join(folder, 'site');
  const ports = { quire: await freePort(), site: await freePort() };
  const [quireUrl, siteUrl] = [`http://127.0.0.1:${ports.quire}`, `http://127.0.0.1:${ports.site}`];
  creator ??= packCreator();
  await run(process.execPath, [await creator, folder, '--site', framework]);
  const written = readFileSync(join(folder, '.env'), 'utf8')
    .replaceAll('http://127.0.0.1:5000', quireUrl)
    .replaceAll('http://127.0.0.1:4321', siteUrl)
    .replace('PORT=5000', `PORT=${ports.quire}`);
  writeFileSync(join(folder, '.env'), `${written}QUIRE_ADMIN_PASSWORD=${PASSWORD}\n`);
  const settings = { ...settingsIn(written), CONTENT_DIR: join(folder, 'content') };

  const must = async (args: readonly string[]) => {
    const { ended, said } = await quire(args, framework, { QUIRE_ADMIN_PASSWORD: PASSWORD, ...settings });
    if ((await ended) !== 0) throw new Error(`quire ${args.join(' ')}: ${said()}`);
  };
  await must(['seed']);
  await must(['client', '--out', join(site, 'quire/quire-client.ts')]);
  const server: Running = await start(framework, settings, launchSources);
  await run(process.execPath, ['connect.ts'], { cwd: folder, env });

  const npm = (...args: string[]) => run('npm', args, { cwd: site, env, maxBuffer: 100_000_000 });
  await npm('install', '--prefer-offline', '--no-audit', '--no-fund');
  await npm('run', 'build');
  serve(site);
  await until(async () => (await statusOf(`${siteUrl}/en`)) === 200, 100);
  return { framework, server, quireUrl, siteUrl, check: () => npm('run', 'check') };
}

function settingsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2) as [string, string]));
}

/** Starts the site by its own command; it ends with the test file. */
function serve(cwd: string): void {
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  after(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  });
}

/** 0 where nobody answers yet. */
async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}
