import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from './cores.ts';
import { start, stop } from './process.ts';

/** The first start of 300 collections, on busy cores, takes longer than any other. */
const START_MS = 120_000;
const POLL_MS = 2;

/** A running server in a process of its own, on a free loopback port. It ends with the block that is `using` it. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** From starting the process to its first answer. */
  readonly startMs: number;
}

interface ServerStart {
  readonly core: Core;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts a server file with HOST and PORT set and waits for its first answer, of any status. */
export async function startServer(file: URL, options: ServerStart): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const child = start(file, { ...options, env: { ...options.env, HOST: '127.0.0.1', PORT: String(port) } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output = (output + part).slice(-4000);
    });
  while (!(await answers(port))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() - began > START_MS) {
      await stop(child);
      throw new Error(`${file.pathname} did not start:\n${output}`);
    }
    await sleep(POLL_MS);
  }
  return {
    port,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    [Symbol.asyncDispose]: async () => {
      const code = await stop(child);
      if (code !== 0) console.log(`  (${file.pathname} ended with exit code ${code})`);
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/v1/book/1`).then(
    (answer) => answer.arrayBuffer().then(() => true),
    () => false,
  );
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
