import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LONG_SECONDS = 4;
const remembered = new URL('./seconds.json', import.meta.url);
const seconds = JSON.parse(readFileSync(remembered, 'utf8'));

/** Folders of tests that are the same on every engine. */
const embeddedOnly = new Set([
  'console',
  'content',
  'definitions',
  'documentation',
  'package',
  'sqlite',
  'types',
]);
/** These tests read from MySQL, wherever they write to. */
const needsMysql = 'import-lin';
/** The quick run leaves out files that took long, and these: crashes, floods, processes that are started, and compilers. */
const slow = new Set(['cli', 'console', 'dangers', 'documentation', needsMysql, 'package', 'types']);
/** Files that say so in a comment get a process of their own. */
const alone = /^\/\/ (Needs a process of its own|Hashes at full cost)/m;
/** In these, and in what they start, passwords are hashed as in a real server. */
const costly = /^\/\/ Hashes at full cost/m;
/** Files that say so in a comment run on SQLite alone, as those folders do. */
const sameOnEvery = /^\/\/ No engine changes its result/m;
/** Inputs or moments that are others in each run, in a test file or in what it imports. */
const random = /fast-check|Math\.random|randomInt/;
const kills = /SIGKILL/;

/** The test files for this engine, slowest first. */
export function filesFor({ key }, { quick, parts, hasMysql }) {
  const isWanted = (file) => {
    const folder = file.split('/')[1];
    if (key !== 'sqlite' && (embeddedOnly.has(folder) || says(file, sameOnEvery))) return false;
    if (folder === needsMysql && !hasMysql) return false;
    if (quick && (slow.has(folder) || file in seconds)) return false;
    return parts.length === 0 || parts.some((part) => file.includes(part));
  };
  return globSync('test/**/*.test.ts')
    .filter(isWanted)
    .sort()
    .sort((one, other) => secondsOf(other) - secondsOf(one));
}

/** Seconds that a file took in the run from which they were remembered; a file that is not listed is quick. */
export function secondsOf(file) {
  return seconds[file] ?? 1;
}

/** Remembers the files of this run that took long on any engine, so that the next runs begin with them. */
export function remember(taken) {
  const all = { ...seconds, ...Object.fromEntries(taken.map(([file]) => [file, 0])) };
  for (const [file, each] of taken) all[file] = Math.max(all[file], each);
  const long = Object.entries(all).filter(([file, each]) => each >= LONG_SECONDS && existsSync(file));
  long.sort(([, one], [, other]) => other - one);
  writeFileSync(remembered, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}

/** Whether a test file must not share its process with others. */
export function runsAlone(file) {
  return says(file, alone);
}

/** Whether another run of a test file does something else: it has random inputs, or kills a process in its work. */
export function isRandom(file) {
  const imported = [...readFileSync(file, 'utf8').matchAll(/from '(\..*)'/g)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => path.startsWith('test/') && existsSync(path));
  return (
    file.includes('/crashes/') || says(file, kills) || [file, ...imported].some((path) => says(path, random))
  );
}

/** Whether a test file may start servers or commands in processes of their own. */
export function startsServers(file) {
  return says(file, /\bsupport\/server-process\b/);
}

export function hashesAtFullCost(file) {
  return says(file, costly);
}

function says(file, comment) {
  return comment.test(readFileSync(file, 'utf8'));
}
