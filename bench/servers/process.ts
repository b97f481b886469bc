import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Core, onCore } from './cores.ts';

const STOP_MS = 10_000;
const TICKS_PER_SECOND = 100;
const running = new Set<ChildProcess>();

// No child outlives this process, however it ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

interface Start {
  readonly core: Core;
  /** Options of Node itself. */
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  /** The standard input of the process. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; by default ours. */
  readonly cwd?: string;
}

/** Starts a TypeScript file in a process of its own. Its output can be read from the child's `stdout` and `stderr`. */
export function start(file: URL, { core, flags = [], args = [], input = '', env, cwd }: Start) {
  const script = [process.execPath, ...flags, fileURLToPath(file), ...args];
  const [command = '', ...rest] = onCore(core, script);
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Asks a process to end and kills it after ten seconds. Returns its exit code, or null if it was killed. */
export async function stop(child: ChildProcess): Promise<number | null> {
  if (!running.has(child)) return child.exitCode;
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  clearTimeout(force);
  return child.exitCode;
}

/** Seconds of CPU that a process has used until now, all its threads together. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in brackets and may hold blanks; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MB (2^20 bytes). */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
