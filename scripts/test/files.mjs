import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chosenFiles } from './chosen.mjs';

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
/** What an engine does by itself, whatever SQL it is given: races, crashes, access as SQL, and the comparison of engines. */
const onEveryEngine =
  /^test\/dangers\/(crashes|instances|writes)\/|at-the-same-time|-races\.|(row|field)-rule-matrix|random-decisions/;
const comparison = 'test/dangers/instances/engines-in-step.test.ts';
/** How many of the chosen files, which are in the order of what they add, the default set runs on a server. */
const MOST_CHOSEN = 40;
/** Of these the default set runs a part; each part is run in its turn. */
const inParts = [
  { parts: 6, of: /^test\/console\/(?!journeys)/ },
  { parts: 3, of: /^test\/dangers\/crashes\// },
];
/** Files that say so in a comment get a process of their own. */
const alone = /^\/\/ (Needs a process of its own|Hashes at full cost)/m;
/** In these, and in what they start, passwords are hashed as in a real server. */
const costly = /^\/\/ Hashes at full cost/m;
/** Files that say so in a comment run on SQLite alone, as those folders do. */
const sameOnEvery = /^\/\/ No engine changes its result/m;
/** Inputs or moments that are others in each run, in a test file or in what it imports. */
const random = /fast-check|Math\.random|randomInt/;
const kills = /SIGKILL/;

/**
 * The test files of a set for this engine, slowest first: `night` has all that the engine can change, `all` leaves out on
 * servers what reaches no SQL of its own, `default` runs fewer of those and a part of what takes long. `turn` counts the runs.
 */
export function filesFor(engine, { set, words, hasMysql, turn }) {
  const possible = possibleOn(engine, hasMysql);
  const choose = engine.key === 'sqlite' ? inSet : inSetOnServer;
  const wanted =
    words.length > 0
      ? possible.filter((file) => words.some((word) => file.includes(word)))
      : possible.filter(choose(set, possible, turn));
  return wanted.sort((one, other) => secondsOf(other) - secondsOf(one));
}

/** All files whose result this engine can change. */
export function possibleOn(engine, hasMysql) {
  return globSync('test/**/*.test.ts')
    .sort()
    .filter((file) => isPossibleOn(engine, file, hasMysql));
}

function isPossibleOn({ key }, file, hasMysql) {
  const folder = file.split('/')[1];
  if (key !== 'sqlite' && (embeddedOnly.has(folder) || says(file, sameOnEvery))) return false;
  return folder !== needsMysql || hasMysql;
}

function inSet(set, possible, turn) {
  if (set !== 'default') return () => true;
  const parts = inParts.map(({ parts, of }) => {
    const files = possible.filter((file) => of.test(file));
    return { of, now: new Set(files.filter((_, place) => place % parts === turn % parts)) };
  });
  return (file) => parts.every(({ of, now }) => !of.test(file) || now.has(file));
}

function inSetOnServer(set, possible, turn) {
  if (set === 'night') return () => true;
  if (set === 'all') return (file) => onEveryEngine.test(file) || chosenFiles.includes(file);
  const inTurn = (kind) => {
    const files = possible.filter((file) => kind.test(file));
    return files[turn % files.length];
  };
  const wanted = new Set([
    ...chosenFiles.slice(0, MOST_CHOSEN),
    comparison,
    inTurn(/^test\/dangers\/crashes\//),
    inTurn(/at-the-same-time|-races\./),
  ]);
  return (file) => wanted.has(file);
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

/** Whether a test file can run on a database server. */
export function canRunOnServers(file) {
  return isPossibleOn({ key: 'server' }, file, true);
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
