import { existsSync, readFileSync } from 'node:fs';

/** Whether every package that a folder's lock file names, and that this platform can take, stands in its node_modules at its version. */
export function matchesLockFile(folder) {
  const installed = new URL('node_modules/.package-lock.json', folder);
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(new URL('package-lock.json', folder));
  const present = packagesOf(installed);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path]?.version ?? (optional && version)) === version,
  );
}

/** What a lock file says of each package, by its path. */
export function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
