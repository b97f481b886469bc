// Whether the checks and tests find a fault: runs them in a copy of the checkout that has it.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What has not ended by then hangs because of the fault. */
const WITHIN_MS = 15 * 60_000;
const FAILED = /^✖ [^:]+: (?:(\S+\.test\.ts)(?: >|: \d+ passed.*FAILED|$)|)/;
const TYPES = [
  'node_modules/typescript-7/bin/tsc',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types',
];
const LINT = ['node_modules/@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false', '--error-on-warnings'];
const CONSOLE_TYPES = ['node_modules/vue-tsc/bin/vue-tsc.js', '--noEmit'];

/** Gives the copy a fault, asks each of `steps` and takes the fault away. Answers the name of the first that finds it. */
export async function findFault(copy, { file, changed }, steps) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, changed);
  try {
    for (const { name, run } of steps) if (await run(copy)) return name;
    return undefined;
  } finally {
    writeFileSync(path, text);
  }
}

/** Finds what does not compile. */
export function byTypes(file) {
  if (!file.startsWith('console/')) return { name: 'types', run: (copy) => fails(copy, TYPES) };
  return { name: 'types', run: (copy) => fails(join(copy, 'console'), CONSOLE_TYPES) };
}

/** Finds a promise that nobody waits for. */
export function byLint(file) {
  const args = [...LINT, file];
  return { name: 'lint', run: (copy) => fails(copy, args) };
}

/** A console that cannot be built is found as well. */
export function byBuild() {
  return { name: 'build', run: (copy) => fails(copy, ['scripts/build-console.mjs']) };
}

/** Finds what makes one of these commands fail; a test that fails has to fail twice. */
export function byTests(name, commands) {
  const run = async (copy) => {
    for (const args of commands) {
      const { failed, file } = await runUntilFailure(copy, args);
      if (failed && (file === undefined || (await fails(copy, [...args.slice(0, 2), file])))) return true;
    }
    return false;
  };
  return { name, run };
}

async function fails(cwd, args) {
  return (await runUntilFailure(cwd, args)).failed;
}

/** Runs until the first failure is told, and then ends what was started. */
function runUntilFailure(cwd, args) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const orderly = `--import=${new URL('./end-orderly.mjs', import.meta.url)}`;
  const child = spawn(process.execPath, [orderly, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let failed;
  const end = (why) => {
    failed ??= why;
    child.kill('SIGTERM');
  };
  const timer = setTimeout(end, WITHIN_MS, {});
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      const [isFailure, file] = FAILED.exec(line) ?? [];
      if (isFailure) end({ file });
    });
  const endAll = () => endGroup(child.pid, 'SIGTERM');
  process.once('exit', endAll);
  return new Promise((done) => {
    child.once('exit', (code) => {
      clearTimeout(timer);
      process.off('exit', endAll);
      endGroup(child.pid, 'SIGKILL');
      done({ failed: failed !== undefined || code !== 0, file: failed?.file });
    });
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // nothing is left
  }
}
