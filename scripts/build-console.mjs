// Builds the console into console/dist, unless what is there was built from the same sources. Plain JavaScript for whatever Node
// the machine has. Several may run at a time: one builds, the others wait for it. See "How it is built" in docs/guides/console.md.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { matchesLockFile } from './lock-file.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'console');
const dist = join(folder, 'dist');
/** Holds the id of the process that builds; the server reads it while there is no console. */
const building = `${dist}.building`;
/** Holds why the last build failed. */
const failed = `${dist}.failed`;
/** The state of the sources that a console was built from. */
const STATE = '.state';
/** The Node of the lock file, once it is installed; the machine's may be too old to build. */
const runtime = join(root, 'node_modules/.bin/node');
const SOURCES = ['console/src', 'console/public', 'console/scripts', 'contract', 'server/client/runtime'];
const SOURCE_FILES = [
  ...['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
  '../server/shared/exact-json.ts',
];
const LOOK_MS = 200;
const WITHIN_MS = 600_000;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await buildConsole();
  } catch {
    process.exitCode = 1; // it has been told
  }
}

/** Whether console/dist was built from the sources as they are. */
export function isBuilt(state = stateOfSources()) {
  const note = join(dist, STATE);
  return existsSync(note) && readFileSync(note, 'utf8') === state;
}

/** Tells a server that starts meanwhile that this process builds. */
export function noteBuilder(pid) {
  writeNote(building, String(pid));
}

/** Returns once console/dist is built from the current sources. If the build fails, throws and leaves console/dist as it was. */
export async function buildConsole() {
  const state = stateOfSources();
  try {
    for (const end = Date.now() + WITHIN_MS; !isBuilt(state) && !isMine(); await wait(LOOK_MS))
      if (Date.now() > end) throw new Error(`no other process has built it in ${WITHIN_MS / 60_000} minutes`);
    if (!isBuilt(state)) build(state);
    rmSync(failed, { force: true });
  } catch (error) {
    tell(error);
    throw error;
  } finally {
    if (builder() === process.pid) rmSync(building, { force: true });
  }
}

/** Prints why there is no console, and tells the server that none will come. */
function tell({ message }) {
  const [why] = message.split('\n');
  const then = existsSync(dist) ? 'the former one stays' : 'the server runs without it';
  console.error(`The console cannot be built, so ${then}: ${why}`);
  writeNote(failed, why);
}

/** If nothing can be written, the output is the only report. */
function writeNote(file, text) {
  try {
    writeFileSync(file, text);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

function build(state) {
  const made = `${dist}.new`;
  const outdated = `${dist}.old`;
  for (const left of [made, outdated]) rmSync(left, { recursive: true, force: true });
  const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
  const runNode = (args) => run(existsSync(runtime) ? runtime : process.execPath, args);
  const began = Date.now();
  if (!matchesLockFile(pathToFileURL(`${folder}/`))) {
    console.log('Console: installing what it is built with …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  console.log('Console: building …');
  runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn', `--outDir=${made}`]);
  runNode(['scripts/compress.mjs', made]);
  writeFileSync(join(made, STATE), state);
  if (existsSync(dist)) renameSync(dist, outdated);
  renameSync(made, dist);
  rmSync(outdated, { recursive: true, force: true });
  console.log(`Console: ready after ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** Whether this process builds from now on; else another one does. */
function isMine() {
  try {
    writeFileSync(building, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pid = builder();
  if (pid === process.pid) return true;
  if (pid !== undefined && !isRunning(pid)) rmSync(building, { force: true }); // it was ended; the next look takes over
  return false;
}

function builder() {
  return existsSync(building) ? Number(readFileSync(building, 'utf8')) : undefined;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function stateOfSources() {
  const hash = createHash('sha256');
  const inFolders = SOURCES.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  for (const file of [...inFolders, ...SOURCE_FILES.map((name) => join(folder, name))].sort())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}
