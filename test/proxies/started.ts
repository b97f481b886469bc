import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';
import { configurationOf, type Variant } from './configurations.ts';
import type { Program } from './programs.ts';

/** A port that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a proxy in front of a server; it ends with the test file. */
export async function startProxy(
  program: Program,
  variant: Variant,
  place: { readonly port: number; readonly upstream: string },
): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder, 'proxy.conf');
  const certificate = String(process.env.PROXY_CERTIFICATE);
  const configuration = configurationOf(program.language, variant, { ...place, certificate });
  writeFileSync(file, program.wrap(configuration, folder));
  const child = spawn(program.path, program.arguments(file, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  after(() => end(child));
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`${program.path} ended: ${said}${logIn(folder)}\n${configuration}`);
    return isListening(place.port);
  });
}

function logIn(folder: string): string {
  const file = join(folder, 'log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** A connection to a port that is free may come about with itself. */
function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket.localPort !== port)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
