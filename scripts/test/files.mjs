// Which test files a set runs on an engine, and how large it makes random tests.
import { globSync, readFileSync } from 'node:fs';
import { reachingMost } from './reaching-most.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
/** In the order of what each adds for what it costs: `chosen.mjs`. */
const { files: chosenFiles } = read('./chosen.json');
const seconds = read('./seconds.json');

/** The sets with their sizes of random tests. At night also all combinations and loops, of which others take pairs and parts. */
export const SIZES = {
  default: {},
  all: {},
  night: {
    ...{ RANDOM_DECISIONS: 10_000, RANDOM_EDITIONS: 10_000, RANDOM_TREES: 10_000, RANDOM_REQUESTS: 20_000 },
    ...{ RANDOM_RECORDS: 300, RANDOM_DEFINITIONS: 1000, TEST_WHOLE: true },
  },
  /** All files once, to note what SQL each reaches. */
  record: {},
};

/** These keep what a test file started. Each file gets its own instance, and what it keeps ends with the file. */
export const OF_EACH_FILE = [
  'test/support/server-process.ts',
  'test/import-lin/importer.ts',
  'test/move-in/moving.ts',
  'test/package/site.ts',
];
/** Folders of tests that are the same on every engine, and the comment that marks such a file elsewhere. */
const embeddedOnly = /^test\/(console|content|definitions|documentation|package|sqlite|types)\//;
const sameOnEvery = /^\/\/ No engine changes its result/m;
/** These tests read from MySQL, whatever engine they write to. */
const needsMysql = /^test\/import-lin\//;
/** What an engine does by itself, whatever SQL it is given: races, crashes, access as SQL, and the comparison of engines. */
const onEveryEngine =
  /^test\/dangers\/(crashes|instances|writes)\/|at-the-same-time|-races\.|(record|field)-rule-matrix|random-decisions/;
const crash = /^test\/dangers\/crashes\//;
const race = /at-the-same-time|-races\./;
const journeys = 'test/console/journeys.test.ts';
const comparison = 'test/dangers/instances/engines-in-step.test.ts';
/** Of the chosen files, which are in the order of what they add, each server runs so many. */
const ON_EACH_SERVER = 12;
/** Up to here a server runs a part, and the other server the next part; of the rest `all` runs a smaller part. */
const ON_SOME_SERVER = { default: 32, all: 84 };
const REST_PARTS = 10;
const SERVER_PARTS = 2;
const servers = ['postgres', 'mysql'];
/**
 * Into how many parts a set divides these files; each run takes the next part. 0 leaves the files out. A file is of the first kind
 * that fits. They are 3 or 5 where files take parts of their own by turns (`test/support/in-turn.ts`).
 */
const inParts = [
  { of: matches(/^test\/(package\/(image|sites|strapi)|documentation\/site)\./), default: 0, all: 0 },
  { of: matches(/^test\/package\//), default: 0, all: 2 },
  { of: matches(/^test\/console\/(crawl|screens)/), default: 0, all: 5 },
  { of: matches(/^test\/console\/(?!journeys\.)/), default: 28, all: 4 },
  { of: matches(crash), default: 5, all: 3 },
  { of: matches(/^test\/dangers\/instances\//), default: 5, all: 3 },
  { of: matches(/^test\/dangers\/leaks\//), default: 9, all: 1 },
  { of: matches(/^test\/(dangers\/(attacks|writes)|documentation)\//), default: 9, all: 2 },
  { of: (file) => file !== journeys && says(file, /^\/\/ Takes long/m), default: 9, all: 2 },
];
/** Of all other files, the default set takes those that together reach most, and of the rest a part. */
const OTHER_PARTS = 3;

/** The files of these engines with what each needs, slowest first. */
export function jobsFor(engines, choice) {
  const files = engines.flatMap(({ key }) => filesFor(key, choice).map((file) => ({ engine: key, file })));
  return files
    .map((job) => ({ ...job, ...needs(job.file) }))
    .sort((one, other) => secondsOf(other.file) - secondsOf(one.file));
}

/** The files of a set, or those whose path holds one of the words. `turn` counts the runs. */
export function filesFor(key, { set, words, hasMysql, turn }) {
  const possible = possibleOn(key, hasMysql);
  if (words.length > 0) return possible.filter((file) => words.some((word) => file.includes(word)));
  if (set === 'night' || set === 'record') return possible;
  const part = (of, parts, at = turn) =>
    possible.filter(of).filter((_, place) => place % parts === at % parts);
  if (key === 'sqlite') {
    const kinds = new Map(possible.map((file) => [file, inParts.find(({ of }) => of(file))]));
    const others = possible.filter((file) => !kinds.get(file));
    const most = set === 'default' ? reachingMost(others) : new Set(others);
    const now = new Set([
      ...most,
      ...inParts.flatMap((kind) => part((file) => kinds.get(file) === kind, kind[set])),
      ...part((file) => !kinds.get(file) && !most.has(file), OTHER_PARTS),
    ]);
    return possible.filter((file) => now.has(file));
  }
  const chosen = (from, to) => (file) => chosenFiles.slice(from, to).includes(file);
  const shared = (of) => part(of, SERVER_PARTS, turn + servers.indexOf(key));
  const one = (kind) => part((file) => kind.test(file), possible.filter((file) => kind.test(file)).length);
  const more =
    set === 'all'
      ? [
          comparison,
          ...shared((file) => onEveryEngine.test(file)),
          ...part(chosen(ON_SOME_SERVER.all), REST_PARTS),
        ]
      : [...one(crash), ...one(race)];
  const now = new Set([
    ...chosenFiles.slice(0, ON_EACH_SERVER),
    ...shared(chosen(ON_EACH_SERVER, ON_SOME_SERVER[set])),
    ...more,
  ]);
  return possible.filter((file) => now.has(file));
}

/** All files whose result this engine can change. */
function possibleOn(key, hasMysql) {
  return globSync('test/**/*.test.ts')
    .sort()
    .filter((file) => key === 'sqlite' || canRunOnServers(file))
    .filter((file) => hasMysql || !needsMysql.test(file));
}

/** Whether an engine can change the result of a file. */
export function canRunOnServers(file) {
  return !embeddedOnly.test(file) && !says(file, sameOnEvery);
}

/** How long a file took on the slowest engine when that was last written down; a file that is not listed is quick. */
export function secondsOf(file) {
  return seconds[file] ?? 1;
}

/** What the process of a file must be like, as the file says of itself in a comment or by what it imports. */
function needs(file) {
  return {
    ownProcess: says(file, /^\/\/ (Needs a process of its own|Hashes at full cost)/m),
    fullCost: says(file, /^\/\/ Hashes at full cost/m),
    startsServers: says(file, /\bsupport\/server-process\b/),
  };
}

/** Lines about what a set does not run on an engine, and which command does. */
export function leftOut({ key, name }, choice) {
  const { words, hasMysql, turn } = choice;
  if (words.length > 0) return [];
  const possible = possibleOn(key, true);
  const imports = hasMysql ? 0 : possible.filter((file) => needsMysql.test(file)).length;
  const others = possible.length - imports - filesFor(key, choice).length;
  const where = key === 'sqlite' && choice.set === 'default' ? 'test:all' : 'test:night';
  return [
    ...(imports > 0 ? [`${imports} files on ${name}: imports from Lin CMS need MySQL or MariaDB`] : []),
    ...(others > 0
      ? [`${others} files on ${name}: npm run ${where} has them, and other turns (this was ${turn})`]
      : []),
  ];
}

function matches(pattern) {
  return (file) => pattern.test(file);
}

function says(file, what) {
  return what.test(textOf(file));
}

const texts = new Map();
function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'));
  return texts.get(file);
}
