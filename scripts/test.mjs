// Runs the behaviour tests on each engine that answers. --set=default|all|night says how much; parts of file names choose files
// instead, and --engine=sqlite|postgres|mysql engines. What is left out is told at the end; with CI=true nothing may be missing.
// --record notes which files reach which structures of SQL. See docs/guides/testing.md.
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
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
import { jobsFor, leftOut, SIZES } from './test/files.mjs';
import { Report } from './test/report.mjs';
import { nextTurn } from './test/turn.mjs';

/** Room for all that a run makes: in a file system in memory a commit does not wait for the disk. */
const ROOM_BYTES = 4 * 1024 ** 3;
const { env } = process;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const kept = here('../node_modules/.cache/quire-tests/');
const preloads = ['./test/light-tracking.mjs', '../server/quick-load.mjs'].map(
  (path) => `--import=${here(path)}`,
);

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'default' },
    record: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
  },
});
const set = values.record ? 'record' : values.set;
if (!SIZES[set]) throw new Error(`--set=${set}; allowed: ${Object.keys(SIZES).join(', ')}`);
for (const [name, size] of Object.entries(SIZES[set])) env[name] ??= String(size);

const began = Date.now();
mkdirSync(kept, { recursive: true });
env.TEST_TURN ??= String(nextTurn(join(kept, 'turn')));
const { bavail = 0, bsize = 0 } = existsSync('/dev/shm') ? statfsSync('/dev/shm') : {};
const folder = mkdtempSync(join(bavail * bsize > ROOM_BYTES ? '/dev/shm' : tmpdir(), 'quire-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
env.TMPDIR = folder; // of all that tests make and throw away
env.TEST_RUN = randomBytes(4).toString('hex');

const keys = values.record ? ['sqlite'] : (values.engine ?? engines.map(({ key }) => key));
const asked = engines.filter(({ key }) => keys.includes(key));
const answers = new Map(await Promise.all(engines.map(async (one) => [one.key, await isReachable(one)])));
const reached = asked.filter(({ key }) => answers.get(key));
const choice = { set, words, hasMysql: answers.get('mysql'), turn: Number(env.TEST_TURN) };
const jobs = jobsFor(reached, choice);
/** A whole run on SQLite meets all structures of SQL, so it can tell new ones. */
const records = keys.includes('sqlite') && (values.record || (set === 'all' && words.length === 0));
if (records) env.TEST_RECORD = join(folder, 'structures');
if (jobs.some(({ startsServers }) => startsServers)) env.TEST_SERVER = await bundledServer(kept);
const claims = join(folder, 'claims');
mkdirSync(claims);
writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));

const report = new Report(jobs, engines);
const ends = await Promise.all(reached.map((engine) => beginRun(engine, env.TEST_RUN)));
/** Files spend part of their time waiting for servers, pages and leases, so there are more processes than cores. */
const atOnce = Number(env.TEST_JOBS ?? availableParallelism() * 2);
await Promise.all(Array.from({ length: atOnce }, runProcesses));
await Promise.all(ends.map((end) => end()));

const isWell = report.end(began, {
  unreachable: asked.filter((engine) => !reached.includes(engine)),
  leftOut: reached.flatMap((engine) => leftOut(engine, choice)),
});
if (set !== 'default' && words.length === 0)
  appendFileSync(join(kept, 'times'), readFileSync(join(folder, 'times')));
const isKnown = !records || judgeStructures(env.TEST_RECORD, values.record, words.length > 0);
if (!isWell || !isKnown) process.exitCode = 1;

/** Starts processes in turn until each job is claimed. One that is full, or has run a file alone, leaves the rest to the next. */
async function runProcesses() {
  const claimed = () => readdirSync(claims).length;
  for (let before = -1; before < claimed() && claimed() < jobs.length; ) {
    before = claimed();
    const tests = run({
      files: [here('./test/worker.mjs')],
      argv: [folder],
      concurrency: 1,
      execArgv: ['--preserve-symlinks', ...preloads],
      env: { ...env, NODE_COMPILE_CACHE: 'node_modules/.cache/quire' },
    });
    const listen = report.listener();
    for await (const event of tests) listen(event);
  }
}
