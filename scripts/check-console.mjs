// Checks the console: its types, the tests of its pure modules, and that what a browser loads first stays small.
import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build-console.mjs';
import { matchesLockFile } from './lock-file.mjs';

const folder = new URL('../console/', import.meta.url);
const run = (command) => execSync(command, { cwd: fileURLToPath(folder), stdio: 'inherit' });

if (!matchesLockFile(folder)) run('npm ci --loglevel=error');
await buildConsole();
for (const script of ['check:types', 'test', 'sizes']) run(`npm run --silent ${script}`);
