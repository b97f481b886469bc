// Brings in what the project needs before any other command runs. Plain JavaScript, because it is started by
// whatever Node the machine has; everything after it runs on the Node that the lock file names.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const installed = new URL('node_modules/.package-lock.json', root);

if (!matchesLockFile()) {
  console.log('Installing what the lock file names (once) …');
  // Development dependencies are needed to run as well: the Node runtime is one of them.
  execSync('npm ci --include=dev --no-audit --no-fund --loglevel=error', { cwd: root, stdio: 'inherit' });
}

/** True when every package of the lock file that this platform can take stands in node_modules at its version. */
function matchesLockFile() {
  if (!existsSync(installed) || !existsSync(new URL('node_modules/.bin/node', root))) return false;
  const wanted = packagesOf(new URL('package-lock.json', root));
  const present = packagesOf(installed);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path]?.version ?? (optional && version)) === version,
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
