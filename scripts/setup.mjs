// Brings in what the project needs before any other command runs. Plain JavaScript, because it is started by
// whatever Node the machine has; everything after it runs on the Node that the lock file names. With --console=wait it builds the
// console as well where its sources have changed, with --console=background it leaves that to a process that goes on alone.
import { execSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { arch, execPath, platform, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isBuilt, noteBuilder } from './build-console.mjs';
import { matchesLockFile, packagesOf } from './lock-file.mjs';

const root = new URL('../', import.meta.url);
const runtime = new URL('node_modules/.bin/node', root);
const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const oldestNode = Number.parseInt(engines.node.replace('>=', ''), 10);

const lacksNode = () =>
  !existsSync(runtime) && Object.values(packagesOf(new URL('package-lock.json', root))).some(isNodeForHere);

const building =
  process.argv.some((flag) => flag.startsWith('--console=')) && !isBuilt() ? spawnBuilder() : undefined;
if (!matchesLockFile(root) || lacksNode()) {
  console.log('Installing what the lock file names (once) …');
  execSync('npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error', {
    cwd: root,
    stdio: 'inherit',
  });
}
if (!existsSync(runtime) && Number.parseInt(versions.node, 10) < oldestNode) {
  console.error(
    `The npm registry has no Node for ${platform} on ${arch}. Install Node ${oldestNode} or later; this is ${versions.node}.`,
  );
  process.exitCode = 1;
}
if (building && process.argv.includes('--console=wait'))
  await new Promise((done) => building.once('exit', done));
else building?.unref();

/** Installs and builds while everything else is installed. A failure is reported, and only the console is missing then. */
function spawnBuilder() {
  const builder = spawn(execPath, [fileURLToPath(new URL('build-console.mjs', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  setPriority(builder.pid, constants.priority.PRIORITY_LOW); // the API is wanted first
  noteBuilder(builder.pid);
  return builder;
}

function isNodeForHere({ os, cpu, bin }) {
  return bin?.node !== undefined && os?.includes(platform) && cpu?.includes(arch);
}
