// Runs the behaviour tests on each engine that answers. --set=default|all|night says how much; parts of file names choose files
// instead, and --engine=sqlite|postgres|mysql engines. What is left out is told at the end; with CI=true nothing may be missing.
// --record notes which files reach which structures of SQL. See docs/guides/testing.md.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { beginRun, engines, isReachable } from '../test/support/servers/of-a-run.ts';
import { bundledServer } from './build/test-bundle.mjs';
import { judgeStructures } from './test/chosen.mjs';
import { filesFor, leftOut, needs, secondsOf } from './test/files.mjs';
import { Report } from './test/report.mjs';

const HOUR_MS = 3_600_000;
/** Room for all that a run makes: in a file system in memory a commit does not wait for the disk. */
const ROOM_BYTES = 4 * 1024 ** 3;
/** At night: sizes of random tests, and all combinations and loops, of which other runs take pairs and parts. */
const NIGHT = {
  ...{ RANDOM_DECISIONS: 10_000, RANDOM_EDITIONS: 10_000, RANDOM_TREES: 10_000, RANDOM_REQUESTS: 20_000 },
  ...{ RANDOM_RECORDS: 300, RANDOM_DEFINITIONS: 1000, TEST_WHOLE: true },
};
const { env } = process;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const kept = here('../node_modules/.cache/quire-tests/');

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'default' },
    record: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
  },
});
const { set } = values;
if (!['default', 'all', 'night'].includes(set)) throw new Error(`--set=${set}; allowed: default, all, night`);
if (set === 'night') for (const [name, size] of Object.entries(NIGHT)) env[name] ??= String(size);
const began = Date.now();
mkdirSync(kept, { recursive: true });
env.TEST_TURN ??= String(nextTurn(join(kept, 'turn')));
const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'quire-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
env.TMPDIR = folder; // of all that tests make and throw away
env.TEST_RUN = randomBytes(4).toString('hex');

const answers = new Map(await Promise.all(engines.map(async (one) => [one.key, await isReachable(one)])));
const asked = engines.filter(({ key }) =>
  (values.record ? ['sqlite'] : (values.engine ?? [key])).includes(key),
);
const reached = asked.filter(({ key }) => answers.get(key));
const choice = {
  set: values.record ? 'night' : set,
  words,
  hasMysql: answers.get('mysql'),
  turn: Number(env.TEST_TURN),
};
const hasSqlite = reached.some(({ key }) => key === 'sqlite');
/** A whole run on SQLite meets all structures of SQL, so it can tell new ones. */
const records = hasSqlite && (values.record || (set === 'all' && words.length === 0));
const jobs = reached
  .flatMap(({ key }) =>
    filesFor(key, choice).map((file) => ({
      engine: key,
      file,
      ...needs(file),
      records: records && key === 'sqlite',
    })),
  )
  .sort((one, other) => secondsOf(other.file) - secondsOf(one.file));
const claims = join(folder, 'claims');
mkdirSync(claims);
writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
if (jobs.some(({ startsServers }) => startsServers)) env.TEST_SERVER = await bundledServer(kept);

const report = new Report(jobs, new Map(engines.map(({ key, name }) => [key, name])));
const ends = await Promise.all(reached.map((engine) => beginRun(engine, env.TEST_RUN)));
/** Files spend part of their time waiting for servers, pages and leases, so there are more processes than cores. */
const atOnce = Number(env.TEST_JOBS ?? availableParallelism() * 2 + 1);
await Promise.all(Array.from({ length: atOnce }, runProcesses));
await Promise.all(ends.map((end) => end()));

const seconds = Math.round((Date.now() - began) / 1000);
const missing = asked.filter((engine) => !reached.includes(engine));
const unreachable = missing.map(
  ({ name, server }) => `${name}: nothing answers at ${new URL(server.url).host}`,
);
if (
  !report.end(
    seconds,
    unreachable,
    reached.flatMap(({ key, name }) => leftOut(key, name, choice)),
  )
)
  process.exitCode = 1;
if (set !== 'default' && words.length === 0) keepTimes(join(folder, 'times'), join(kept, 'times'));
if (records && !judgeStructures(join(folder, 'structures'), values.record, words.length > 0))
  process.exitCode = 1;

/** Starts processes in turn until each job is claimed. One that is full, or has run a file alone, leaves the rest to the next. */
async function runProcesses() {
  const claimed = () => readdirSync(claims).length;
  for (let before = -1; before < claimed() && claimed() < jobs.length; ) {
    before = claimed();
    const tests = run({
      files: [here('./test/worker.mjs')],
      argv: [folder],
      concurrency: 1,
      execArgv: ['--preserve-symlinks', `--import=${here('../server/quick-load.mjs')}`],
      env: { ...env, NODE_COMPILE_CACHE: 'node_modules/.cache/quire' },
    });
    const listen = report.listener();
    for await (const event of tests) listen(event);
  }
}

/** For `npm run test:times`: how long each file took when it last ran on an engine. */
function keepTimes(latest, record) {
  const lines = [record, latest]
    .filter(existsSync)
    .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'));
  const byFile = new Map(lines.map((line) => [line.split(' ', 2).join(' '), line]));
  writeFileSync(record, `${[...byFile.values()].join('\n')}\n`);
}

/** The number of this run, which chooses the parts. */
function nextTurn(counter) {
  const turn = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : firstTurn();
  writeFileSync(counter, String(turn));
  return turn;
}

/** Of a new checkout the number of its commits, so that the same commit gets the same parts; where that is unknown, of the hour. */
function firstTurn() {
  const git = (...args) => spawnSync('git', args, { cwd: here('..'), encoding: 'utf8' }).stdout?.trim();
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false';
  return isWhole ? Number(git('rev-list', '--count', 'HEAD')) : Math.floor(began / HOUR_MS);
}

function hasRoom(path) {
  const { bavail, bsize } = existsSync(path) ? statfsSync(path) : { bavail: 0, bsize: 0 };
  return bavail * bsize > ROOM_BYTES;
}
