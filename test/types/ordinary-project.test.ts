import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/test-database.ts';

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('definitions compile under strict alone, as ordinary projects have it', async () => {
  const folder = temporaryFolder();
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext'],
    types: ['node'],
    typeRoots: [here('../../node_modules/@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  const files = [here('./ordinary-project.ts')];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [compiler, '-p', folder]);
});
