// Runs the behaviour tests on each engine that answers. --set=default|all|night says how much; parts of file names choose files
// instead, and --engine=sqlite|postgres|mysql engines. What is left out is told at the end; with CI=true nothing may be missing.
// --record notes which files reach which structures of SQL, --remember how long files took. See docs/testing.md.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledServer } from './test/bundled-server.mjs';
import { choose, unknownIn } from './test/chosen.mjs';
import { commitWithoutDisk, dropLeftovers, engines, isReachable } from './test/engines.mjs';
import { canRunOnServers, filesFor, isRandom, remember, secondsOf, startsServers } from './test/files.mjs';
import { jobsOf, runFailedAgain, runJob } from './test/jobs.mjs';
import { printOutcomes } from './test/outcome.mjs';
import { makeReport } from './test/report.mjs';
import { nextTurn } from './test/turn.mjs';

const ROOM_BYTES = 4 * 1024 ** 3;
/** The sizes of random tests in a night. */
const NIGHT = {
  RANDOM_DECISIONS: 10_000,
  RANDOM_EDITIONS: 10_000,
  RANDOM_TREES: 10_000,
  RANDOM_REQUESTS: 20_000,
  RANDOM_RECORDS: 300,
  RANDOM_DEFINITIONS: 1000,
};
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'default' },
    record: { type: 'boolean', default: false },
    remember: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
  },
});
const { set } = values;
if (!['default', 'all', 'night'].includes(set)) throw new Error(`--set=${set}; allowed: default, all, night`);
if (set === 'night') for (const [name, size] of Object.entries(NIGHT)) process.env[name] ??= String(size);
/** Jobs wait for servers and disks half of the time, so there are more of them than cores. */
const atOnce = Number(process.env.TEST_JOBS ?? availableParallelism() * 2);
const began = Date.now();
const asked = values.record ? ['sqlite'] : (values.engine ?? engines.map(({ key }) => key));
const chosen = engines.filter(({ key }) => asked.includes(key));
const reachable = await Promise.all(chosen.map(isReachable));
const hasMysql = await isReachable(engines.find(({ key }) => key === 'mysql'));
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'quire-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.TMPDIR = folder; // of all that tests make and throw away
process.env.TEST_RUN = randomBytes(4).toString('hex');

/** A whole run on SQLite meets all structures of SQL, so it can tell new ones. */
const recorded = (values.record || (set === 'all' && words.length === 0)) && join(folder, 'structures');
const turn = nextTurn();
const reports = chosen.map((engine, index) => {
  const files = filesFor(engine, { set: values.record ? 'all' : set, words, hasMysql, turn });
  return makeReport(
    engine,
    files,
    reachable[index],
    engine.key === 'sqlite' && recorded ? { TEST_RECORD: recorded } : {},
  );
});
if (reports.some(({ files }) => files.some(startsServers))) process.env.TEST_SERVER = await bundledServer();
const reached = reports.filter((report) => report.isReachable);
const undo = await Promise.all(reached.map(({ engine }) => commitWithoutDisk(engine)));
const claims = join(folder, 'claims');
const jobs = reached
  .flatMap((report) => jobsOf(report, claims, atOnce))
  .sort((one, other) => other.seconds - one.seconds);
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await runJob(job);
  }),
);
await runFailedAgain(reports, claims);
await dropLeftovers(process.env.TEST_RUN);
await Promise.all(undo.map((one) => one()));

if (values.remember) remember(reports.flatMap((report) => report.taken()));
printOutcomes(reports, { seconds: Math.round((Date.now() - began) / 1000), hasMysql, set, turn, words });
if (recorded) {
  const isSteady = (file) => !isRandom(file);
  if (values.record) {
    const { files, structures } = choose(recorded, {
      isMore: words.length > 0,
      isCandidate: canRunOnServers,
      isSteady,
      secondsOf,
    });
    console.log(`${files.length} files reach all ${structures.length} structures of SQL.`);
  } else
    for (const [file, unknown] of unknownIn(recorded, isSteady)) {
      console.error(
        `${file} gives SQL of ${unknown.length} structures that no test on a server has: run npm run test:record`,
      );
      process.exitCode = 1;
    }
}

/** A file system in memory with room for all that a run makes: there a commit does not wait for the disk. */
function roomInMemory() {
  const path = '/dev/shm';
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM_BYTES ? path : undefined;
}
