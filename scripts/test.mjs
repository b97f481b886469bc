// Runs the behaviour tests: those that concern no database once, all others once on each engine. Says by name which engines
// ran. One that cannot be reached is skipped, in CI (CI=true) it is a failure.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';

const servers = {
  postgres: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  mysql: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
};
/** Folders of tests that are the same whatever the engine is. */
const onEmbeddedOnly = new Set([
  'cli',
  'content',
  'definitions',
  'documentation',
  'sqlite',
  'support',
  'types',
]);

const folders = readdirSync('test').sort();
const everywhere = folders.filter((folder) => !onEmbeddedOnly.has(folder));

const outcomes = [['SQLite', await run('sqlite', folders)]];
for (const [name, url] of Object.entries(servers)) {
  const { hostname, port } = new URL(url);
  const isThere = await isReachable(hostname, Number(port));
  outcomes.push([name, isThere ? await run(name, everywhere) : skipped(hostname, port)]);
}
console.log(
  `\nBehaviour tests by engine:\n${outcomes.map((outcome) => `  ${outcome.join(': ')}`).join('\n')}`,
);
if (outcomes.some(([, outcome]) => outcome.startsWith('FAILED'))) process.exitCode = 1;

function run(engine, folders) {
  console.log(`\nBehaviour tests on ${engine}`);
  const files = folders.map((folder) => `test/${folder}/**/*.test.ts`);
  const options = { stdio: 'inherit', env: { ...process.env, TEST_ENGINE: engine } };
  const child = spawn(process.execPath, ['--test', '--test-concurrency=2', ...files], options);
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code === 0 ? 'passed' : 'FAILED'));
  });
}

function skipped(hostname, port) {
  return process.env.CI === 'true'
    ? `FAILED, nothing answers at ${hostname}:${port}`
    : `skipped, nothing answers at ${hostname}:${port}`;
}

function isReachable(host, port) {
  const socket = connect({ host, port, timeout: 2000 });
  return new Promise((resolve) => {
    for (const event of ['connect', 'timeout', 'error']) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });
}
