// Checks the console: its types, the tests of its pure modules, and that console/dist is what its sources build.
import { execSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { matchesLockFile } from './lock-file.mjs';

const folder = new URL('../console/', import.meta.url);
const run = (command, cwd = fileURLToPath(folder)) => execSync(command, { cwd, stdio: 'inherit' });

if (!matchesLockFile(folder)) run('npm ci --loglevel=error');
run('npm run --silent check:types');
run('npm test --silent');
compare(builtAnew(), fileURLToPath(new URL('dist/', folder)));

/** Builds a copy, so that what is in the repository stays as it is while it is compared. */
function builtAnew() {
  const copy = mkdtempSync(join(tmpdir(), 'quire-console-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const root = fileURLToPath(new URL('../', import.meta.url));
  const isSource = (path) => !/[\\/](node_modules|dist)$/.test(path);
  cpSync(join(root, 'console'), join(copy, 'console'), { recursive: true, filter: isSource });
  cpSync(join(root, 'server/features/client'), join(copy, 'server/features/client'), { recursive: true });
  symlinkSync(join(root, 'console/node_modules'), join(copy, 'console/node_modules'));
  run('npm run --silent build', join(copy, 'console'));
  return join(copy, 'console/dist/');
}

/** Compares byte for byte. Compressed forms, which may differ from machine to machine, are compared by what they hold. */
function compare(built, kept) {
  const names = [...new Set([...filesIn(built), ...filesIn(kept)])].sort();
  const different = names.filter(
    (name) => !contentOf(built, name)?.equals(contentOf(kept, name) ?? Buffer.of()),
  );
  if (different.length === 0)
    return console.log(`${names.length} built files of the console compared, 0 differ`);
  console.error(
    `console/dist is not what console/src builds. Run "npm run console:build". These differ:\n  ${different.join('\n  ')}`,
  );
  process.exitCode = 1;
}

function filesIn(root) {
  return globSync('**/*.*', { cwd: root });
}

function contentOf(root, name) {
  try {
    const bytes = readFileSync(new URL(name, pathToFileURL(root)));
    if (name.endsWith('.br')) return brotliDecompressSync(bytes);
    return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  } catch {
    return undefined;
  }
}
