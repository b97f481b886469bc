// Runs the behaviour tests: once those that concern no database, and all others on each engine. Says by name which engines
// ran. One that cannot be reached is skipped; in CI (CI=true) that is a failure.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const postgres = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const mysql = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql';
/** Folders of tests that are the same whatever the engine is. */
const onEmbeddedOnly = new Set(['content', 'definitions', 'documentation', 'sqlite', 'types']);
/** What these tests import is kept on MySQL, wherever it is imported to. */
const needsMysql = 'import-lin';

const [hasPostgres, hasMysql] = await Promise.all([postgres, mysql].map(isReachable));
const folders = readdirSync('test').filter((folder) => hasMysql || folder !== needsMysql);
const everywhere = folders.filter((folder) => !onEmbeddedOnly.has(folder));
const outcomes = [
  await test('SQLite', 'sqlite', folders),
  hasPostgres ? await test('PostgreSQL', 'postgres', everywhere) : missing('PostgreSQL', postgres),
  hasMysql ? await test('MySQL or MariaDB', 'mysql', everywhere) : missing('MySQL or MariaDB', mysql),
];

console.log(`\nBehaviour tests by engine:\n${outcomes.map(({ told }) => `  ${told}\n`).join('')}`);
const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
if (total('failed') > 0) process.exitCode = 1;

/** Runs the tests in these folders on an engine, and counts. */
async function test(name, engine, folders) {
  console.log(`\nBehaviour tests on ${name}`);
  const began = Date.now();
  const tests = run({
    globPatterns: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    concurrency: 2,
    execArgv: ['--preserve-symlinks'], // as `npm start` does: each file is a process, whose loading is a good part of its time
    env: { ...process.env, TEST_ENGINE: engine, NODE_COMPILE_CACHE: 'node_modules/.cache/quire' },
  });
  tests.compose(spec).pipe(process.stdout, { end: false });
  const { counts, success } = await new Promise((resolve) => {
    tests.on('test:summary', (summary) => summary.file === undefined && resolve(summary));
  });
  const { passed, skipped } = counts;
  const failed = success ? 0 : Math.max(1, counts.failed + counts.cancelled);
  const seconds = Math.round((Date.now() - began) / 1000);
  const told = `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`;
  return { told, passed, failed, skipped };
}

function missing(name, url) {
  const isFailure = process.env.CI === 'true';
  const told = `${name}: ${isFailure ? 'FAILED' : 'skipped'}, nothing answers at ${new URL(url).host}`;
  return { told, passed: 0, failed: Number(isFailure), skipped: Number(!isFailure) };
}

function isReachable(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: 2000 });
  return new Promise((resolve) => {
    for (const event of ['connect', 'timeout', 'error']) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });
}
