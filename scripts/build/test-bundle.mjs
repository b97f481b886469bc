import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const DAY_MS = 24 * 3600 * 1000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = join(root, 'package.json');

/**
 * The file that runs `quire` from a bundle of the server as it is now, made like that of the package: it starts with half of
 * the CPU time that the sources take. It lies in `place`, which must be below the packages that it still imports, and is kept
 * there until a source changes.
 */
export async function bundledServer(place) {
  const folder = join(place, `server-${stateOfSources()}`);
  if (!existsSync(folder)) await make(place, folder);
  forgetOld(place, folder);
  return join(folder, 'dist/server/bin.js');
}

async function make(place, folder) {
  mkdirSync(place, { recursive: true });
  const made = mkdtempSync(join(place, 'new-'));
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  copyFileSync(manifest, join(made, 'package.json'));
  const packages = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  await bundle({ bin: join(root, 'server/cli/bin.mjs') }, packages, join(made, 'dist/server'));
  symlinkSync(join(root, 'console'), join(made, 'dist/console'));
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // else another run has made the same meanwhile
    rmSync(made, { recursive: true });
  }
}

/** Of other sources, bundles of the last day stay: a run that uses one may still go on. */
function forgetOld(place, used) {
  for (const each of globSync('{server,new}-*', { cwd: place }).map((name) => join(place, name)))
    if (each !== used && Date.now() - statSync(each).mtimeMs > DAY_MS) rmSync(each, { recursive: true });
}

function stateOfSources() {
  const hash = createHash('sha256');
  const sources = globSync(['{server,contract,scripts/build}/**/*.{ts,mjs}', 'package{,-lock}.json'], {
    cwd: root,
  });
  for (const file of sources.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
