import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CannotStart } from '../errors.ts';

/** The most characters of a tool's error output that an error quotes. */
const MOST_TOLD = 2000;

interface Run {
  readonly args: readonly string[];
  /** Beside that of this process: passwords are no arguments, which every user of a machine can read. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The path of the first of these programs that is installed. Throws CannotStart if none is. */
export function findTool(names: readonly string[], bringer: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = paths.find(isProgram);
  if (found === undefined)
    throw new CannotStart(`${names.join(' or ')} is not installed, or not in PATH; ${bringer} brings it`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program whose output `keep` reads. Throws what it complains of if it fails. */
export async function readFrom(
  tool: string,
  run: Run,
  keep: (output: Readable) => Promise<void>,
): Promise<void> {
  const child = start(tool, run, ['ignore', 'pipe', 'pipe']);
  const ended = endOf(child, tool);
  await together(child, ended, keep(child.stdout as Readable)); // it is a pipe
}

/** Runs a program that reads these bytes. Throws what it complains of if it fails. */
export async function writeTo(tool: string, run: Run, input: Readable): Promise<void> {
  const child = start(tool, run, ['pipe', 'ignore', 'pipe']);
  const ended = endOf(child, tool);
  await together(child, ended, pipeline(input, child.stdin as Writable)); // it is a pipe
}

function start(tool: string, { args, env, signal }: Run, stdio: ('ignore' | 'pipe')[]): ChildProcess {
  return spawn(tool, args, { stdio, env: { ...process.env, ...env }, ...(signal && { signal }) });
}

/** Resolves once the program has succeeded. */
async function endOf(child: ChildProcess, tool: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MOST_TOLD);
  });
  const [code, signal] = await once(child, 'close'); // rejects where the program cannot be run
  if (code !== 0) throw new Error(`${tool} failed (${signal ?? code}): ${said.trim()}`);
}

/** What the program complains of says more than the pipe that it broke. */
async function together(child: ChildProcess, ended: Promise<void>, piped: Promise<void>): Promise<void> {
  const [end, pipe] = await Promise.allSettled([
    ended,
    piped.catch((error: unknown) => {
      child.kill();
      throw error;
    }),
  ]);
  if (pipe.status === 'rejected' && (end.status === 'fulfilled' || child.signalCode === 'SIGTERM'))
    throw pipe.reason;
  if (end.status === 'rejected') throw end.reason;
}
