import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from '../../shared/system/children.ts';

/** Messages of the compiler about itself. */
const CHATTER = /Starting compilation|Starting incremental|File change detected|build started|^\s*$/;

/**
 * Runs the project's own TypeScript beside the server, and says what it finds; it never holds anything up.
 * Undefined, with the reason said once, where the project has none.
 */
export function watchTypes(root: string, say: (line: string) => void): ChildProcess | undefined {
  const compiler = compilerOf(root);
  if (compiler === undefined) {
    say(`Types are not checked: ${root} has no tsconfig.json, or typescript is not installed there.`);
    return undefined;
  }
  const args = [compiler, '--watch', '--noEmit', '--preserveWatchOutput', '--pretty', 'false'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (!CHATTER.test(line)) say(`types: ${line.replace(/^[\d:\sAPM]+ - /, '')}`);
    });
  child.on('exit', (code, signal) => {
    if (signal === null) say(`Types are no longer checked: the compiler ended with ${code}.`);
  });
  return child;
}

function compilerOf(root: string): string | undefined {
  if (!existsSync(join(root, 'tsconfig.json'))) return undefined;
  try {
    const manifest = findPackageJSON('typescript', join(root, 'package.json'));
    if (manifest === undefined) return undefined;
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly tsc: string } }; // TypeScript's own
    return join(dirname(manifest), bin.tsc);
  } catch {
    return undefined; // not installed
  }
}
