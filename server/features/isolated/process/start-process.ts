import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { endWithServer } from './end-with-server.ts';

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** What a process may hold in its JavaScript heap, in MiB. */
const HEAP_MB = 64;
/** What it may hold in all, in MiB: the heap limit knows nothing of buffers. */
const MOST_MB = 256;
const WATCH_MS = 100;

/** Node's permission model without a single permission but to read one folder, and without what needs none. */
const FLAGS = [
  '--permission',
  '--no-addons',
  '--no-experimental-sqlite', // it opens files that the permission model closes
  '--no-experimental-websocket',
  '--no-warnings',
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=4',
];

const RUNTIME = fileURLToPath(new URL('./plugin-runtime.ts', import.meta.url));

/** Starts the process of a plug-in, with nothing in its environment. It runs `script`. */
export function startProcess(
  { folder, main }: { readonly folder: string; readonly main: string },
  script = RUNTIME,
): Child {
  const child = spawn(process.execPath, [...FLAGS, `--allow-fs-read=${folder}/`, script, main], {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  endWithServer(child);
  return child;
}

/** Calls `exceeded` once a process holds too much memory. Only Linux tells; elsewhere the limit of the heap alone holds. */
export function watchMemory({ pid }: Child, exceeded: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  const look = async () => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''); // it has ended
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
    if (kilobytes > MOST_MB * 1024) exceeded();
  };
  const timer = setInterval(look, WATCH_MS).unref();
  return () => clearInterval(timer);
}
