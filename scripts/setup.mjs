// Brings in what the project needs before any other command runs. Plain JavaScript, because it is started by
// whatever Node the machine has; everything after it runs on the Node that the lock file names.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arch, platform, versions } from 'node:process';

const root = new URL('../', import.meta.url);
const installed = new URL('node_modules/.package-lock.json', root);
const runtime = new URL('node_modules/.bin/node', root);
const OLDEST_NODE = 24;

if (!matchesLockFile()) {
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

/** True when every package of the lock file that this platform can take stands in node_modules at its version. */
function matchesLockFile() {
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(new URL('package-lock.json', root));
  const present = packagesOf(installed);
  const hasNode = existsSync(runtime) || !Object.values(wanted).some(isNodeForHere);
  return (
    hasNode &&
    Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (present[path]?.version ?? (optional && version)) === version,
    )
  );
}

function isNodeForHere({ os, cpu, bin }) {
  return bin?.node !== undefined && os?.includes(platform) && cpu?.includes(arch);
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
