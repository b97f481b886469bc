// Runs test files of one engine one after another in this process, which keeps the server's modules loaded. Several such processes
// share the jobs of a run, slowest first: a job belongs to the process that makes its folder in `claims` first.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { OF_EACH_FILE } from './files.mjs';

/** What ended files leave in memory adds up; from here on another process goes on with the rest. */
const FULL_BYTES = 900 * 1024 * 1024;
/** A file that has not ended by then hangs: the longest take two minutes, or ten beside 25 other processes. */
const FILE_MS = 1_200_000;
/** What failed tests have left open holds this process no longer than this after the last that it reports. */
const END_MS = 3000;
const costly = '/server/access/passwords/argon2id.ts';
const cheap = '/test/support/cheap-argon2id.ts';

const folder = process.argv[2];
let first;
for (const [index, job] of JSON.parse(readFileSync(join(folder, 'jobs.json'), 'utf8')).entries()) {
  const isOther = first && (first.engine !== job.engine || job.ownProcess);
  if (isOther || !isClaimed(index)) continue;
  if (!first) await prepare(job);
  first ??= job;
  process.env.TEST_FILE = job.file;
  const [began, cpu] = [performance.now(), cpuSeconds()];
  const load = async () => void (await import(pathToFileURL(resolve(job.file)).href));
  await test(`${job.engine} ${job.file}`, { timeout: FILE_MS }, load);
  const times = [(performance.now() - began) / 1000, cpuSeconds() - cpu].map((one) => one.toFixed(1));
  appendFileSync(join(folder, 'times'), `${job.engine} ${job.file} ${times.join(' ')}\n`);
  mock.reset(); // what a file leaves mocked would reach the next one
  mock.timers.reset();
  if (job.ownProcess || process.memoryUsage.rss() > FULL_BYTES) break;
}
let reported = 0;
setInterval(() => {
  if (process.stdout.bytesWritten === reported) process.exit();
  reported = process.stdout.bytesWritten;
}, END_MS).unref();

function isClaimed(index) {
  return mkdirSync(join(folder, 'claims', String(index)), { recursive: true }) !== undefined;
}

/** Before any module of a test is loaded. Passwords are hashed at the least cost unless a file asks for a real server's. */
async function prepare({ engine, fullCost }) {
  process.env.TEST_ENGINE = engine;
  const preloads = fullCost ? [] : [new URL('../../test/support/cheap-hashing.mjs', import.meta.url)];
  if (process.env.TEST_RECORD && engine === 'sqlite') {
    preloads.push(new URL('./record-sql.mjs', import.meta.url));
    await import('./record-sql.mjs');
  }
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${preloads.map((url) => `--import=${url}`).join(' ')}`;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isOwn = OF_EACH_FILE.some((path) => found.url.endsWith(`/${path}`));
      const url = isOwn ? `${found.url}?file=${process.env.TEST_FILE}` : found.url;
      return { ...found, url: fullCost ? url : url.replace(costly, cheap) };
    },
  });
}

/** Of this process, and of those that it has started and that have ended. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  const stat = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : '';
  const [, , , , , , , , , , , , , ended = 0, endedInSystem = 0] = stat.split(') ')[1]?.split(' ') ?? [];
  return (user + system) / 1e6 + (Number(ended) + Number(endedInSystem)) / 100;
}
