// Runs test files one after another in this process, which keeps the server's modules loaded. Several such processes share the
// files: a file belongs to the one that makes its folder in `claims` first.
import { mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const [claims, ...files] = process.argv.slice(2);
const costly = '/server/access/passwords/argon2id.ts';
const cheap = '/test/support/cheap-argon2id.ts';

/** These keep what their test file started; each file gets an instance of its own, which ends it with the file. */
const ofEachFile = ['/test/support/server-process.ts', '/test/import-lin/importer.ts'];
let current = 0;

// Most tests sign somebody in. Hashing at full cost is tested by the files that have a process of their own.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (ofEachFile.some((path) => found.url.endsWith(path)))
      return { ...found, url: `${found.url}?file=${current}` };
    return found.url.endsWith(costly) ? { ...found, url: found.url.replace(costly, cheap) } : found;
  },
});

for (const [index, file] of files.entries()) {
  if (!isClaimed(index)) continue;
  current = index;
  await test(file, async () => void (await import(pathToFileURL(resolve(file)).href)));
}

function isClaimed(index) {
  try {
    mkdirSync(claims, { recursive: true });
    mkdirSync(join(claims, String(index)));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
