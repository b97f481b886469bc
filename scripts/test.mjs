// Runs the behaviour tests: those that concern no database once, all others on each engine. Says by name which engines ran.
// An engine that cannot be reached is skipped; in CI (CI=true) that is a failure. Arguments narrow what is run:
// --quick, --engine=sqlite|postgres|mysql, and parts of file names. --remember keeps how long files took. See docs/testing.md.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledServer } from './test/bundled-server.mjs';
import { commitWithoutDisk, dropLeftovers, engines, isReachable } from './test/engines.mjs';
import { filesFor, remember, startsServers } from './test/files.mjs';
import { jobsOf, runFailedAgain, runJob } from './test/jobs.mjs';
import { makeReport } from './test/report.mjs';

const ROOM_BYTES = 4 * 1024 ** 3;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    remember: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
  },
});
/** Jobs wait for servers and disks half of the time, so there are more of them than cores. */
const atOnce = Number(process.env.TEST_JOBS ?? availableParallelism() * 2);
const began = Date.now();
const chosen = engines.filter(({ key }) =>
  values.quick ? key === 'sqlite' : (values.engine ?? [key]).includes(key),
);
const reachable = await Promise.all(chosen.map(isReachable));
const hasMysql = await isReachable(engines.find(({ key }) => key === 'mysql'));
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'quire-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.TMPDIR = folder; // of all that tests make and throw away
process.env.TEST_RUN = randomBytes(4).toString('hex');

const reports = chosen.map((engine, index) => {
  const files = filesFor(engine, { quick: values.quick, parts: positionals, hasMysql });
  return makeReport(engine, files, reachable[index]);
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
const outcomes = reports.map((report) => report.outcome());
for (const { failures } of outcomes) for (const failure of failures) console.error(`\n${failure}`);
const unstable = outcomes.flatMap((outcome) => outcome.unstable);
if (unstable.length > 0) {
  console.log(`\nUNSTABLE: these tests failed, then passed when their file ran once more, alone:`);
  for (const failure of unstable) console.log(`\n${failure}`);
}
const seconds = Math.round((Date.now() - began) / 1000);
console.log(
  `\nBehaviour tests by engine, in ${seconds} s:\n${outcomes.map(({ summary }) => `  ${summary}\n`).join('')}`,
);
const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
const unsteady = unstable.length > 0 ? `, ${unstable.length} unstable` : '';
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped${unsteady}`);
if (total('failed') > 0) process.exitCode = 1;

/** A file system in memory with room for all that a run makes: there a commit does not wait for the disk. */
function roomInMemory() {
  const path = '/dev/shm';
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM_BYTES ? path : undefined;
}
