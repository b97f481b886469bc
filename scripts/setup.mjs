// Brings in what the project needs before any other command runs. Plain JavaScript, because it is started by
// whatever Node the machine has; everything after it runs on the Node that the lock file names.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch, platform, versions } from 'node:process';
import { matchesLockFile, packagesOf } from './lock-file.mjs';

const root = new URL('../', import.meta.url);
const runtime = new URL('node_modules/.bin/node', root);
const OLDEST_NODE = 24;

const lacksNode = () =>
  !existsSync(runtime) && Object.values(packagesOf(new URL('package-lock.json', root))).some(isNodeForHere);

if (!matchesLockFile(root) || lacksNode()) {
  console.log('Installing what the lock file names (once) …');
  execSync('npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error', {
    cwd: root,
    stdio: 'inherit',
  });
}
if (!existsSync(runtime) && Number.parseInt(versions.node, 10) < OLDEST_NODE) {
  console.error(
    `The npm registry has no Node for ${platform} on ${arch}. Install Node ${OLDEST_NODE} or later; this is ${versions.node}.`,
  );
  process.exitCode = 1;
}

function isNodeForHere({ os, cpu, bin }) {
  return bin?.node !== undefined && os?.includes(platform) && cpu?.includes(arch);
}
