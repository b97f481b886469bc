// Runs test files one after another in this process, which keeps the server's modules loaded. Several such processes share the
// files: a file belongs to the one that makes its folder in `claims` first. With --full-cost, passwords are hashed as in a real server.
import { mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** What ended files leave in memory adds up; from here on another process goes on with the rest. */
const FULL_BYTES = 900 * 1024 * 1024;
/** A file that has not ended by then never will: the longest take two minutes, and ten where 25 other processes work. */
const FILE_MS = 1_200_000;
/** What failed tests have left open holds this process no longer than this after its last file. */
const END_MS = 3000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'full-cost': { type: 'boolean', default: false } },
});
const [claims, ...files] = positionals;
const costly = '/server/access/passwords/argon2id.ts';
const cheap = '/test/support/cheap-argon2id.ts';

/** These keep what their test file started; each file gets an instance of its own, which ends it with the file. */
const ofEachFile = ['/test/support/server-process.ts', '/test/import-lin/importer.ts'];
let current = 0;

const isCheap = !values['full-cost'];
if (isCheap) importInChildren('./cheap-hashing.mjs');
if (process.env.TEST_RECORD) {
  await import('./record-sql.mjs');
  importInChildren('./record-sql.mjs');
}
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (ofEachFile.some((path) => found.url.endsWith(path)))
      return { ...found, url: `${found.url}?file=${current}` };
    const isReplaced = isCheap && found.url.endsWith(costly);
    return isReplaced ? { ...found, url: found.url.replace(costly, cheap) } : found;
  },
});

for (const [index, file] of files.entries()) {
  if (process.memoryUsage.rss() > FULL_BYTES) break;
  if (!isClaimed(index)) continue;
  current = index;
  process.env.TEST_FILE = file;
  const bound = setTimeout(giveUp, FILE_MS, file);
  await test(file, async () => void (await import(pathToFileURL(resolve(file)).href)));
  clearTimeout(bound);
  mock.reset(); // what a file leaves mocked would reach the next one
  mock.timers.reset();
}
setTimeout(() => process.exit(), END_MS).unref();

/** Lets a module be loaded by what tests start. */
function importInChildren(module) {
  const flag = `--import=${new URL(module, import.meta.url)}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, flag].filter(Boolean).join(' ');
}

function isClaimed(index) {
  try {
    mkdirSync(join(claims, String(index)));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function giveUp(file) {
  console.error(`${file} has not ended after ${FILE_MS / 1000} s`);
  process.exit(1);
}
