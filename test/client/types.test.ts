import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtInRecords } from '../../server/built-in-records.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { findDefinitions } from '../../server/definitions/find-definitions.ts';
import { writeClient } from '../../server/features/client/write-client.ts';
import { quire } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const folder = temporaryFolder();

async function compile(files: readonly string[], options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

test('the client is taken by the strictest compiler of a browser’s project, and holds it to the definitions', async () => {
  const out = join(folder, 'client.ts');
  const { ended, said } = await quire(['client', '--out', out], 'none', {
    CONTENT_DIR: 'test/content/library',
  });
  assert.equal(await ended, 0, said());
  copyFileSync(fileURLToPath(new URL('./foreign.ts.txt', import.meta.url)), join(folder, 'foreign.ts'));
  assert.equal(await compile(['foreign.ts'], { lib: ['es2022', 'dom'] }), '');
  const strictest = {
    lib: ['es2022', 'dom', 'dom.iterable'],
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: false,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedModules: true,
  };
  assert.equal(await compile(['client.ts'], strictest), '');
});

test('every kind of field, many references and names that the client uses itself are taken', async () => {
  const contents = readdirSync('test/content');
  for (const content of contents) {
    const catalogue = makeCatalogue([
      ...builtInRecords,
      ...(await findDefinitions(`test/content/${content}`)),
    ]);
    const text = writeClient(catalogue);
    assert.equal(writeClient(catalogue), text, 'the same definitions give the same text');
    writeFileSync(join(folder, `${content}.ts`), text);
  }
  const files = contents.map((content) => `${content}.ts`);
  assert.equal(await compile(files, { lib: ['es2022', 'dom'] }), '');
});

test('what the README shows of it is true', async () => {
  const catalogue = makeCatalogue([...builtInRecords, ...(await findDefinitions('content'))]);
  writeFileSync(join(folder, 'quire-client.ts'), writeClient(catalogue));
  const shown = /```ts\n(import \{ Quire[\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1];
  assert.ok(shown);
  writeFileSync(join(folder, 'readme.ts'), `declare const password: string;\n${shown}`);
  assert.equal(await compile(['readme.ts'], { lib: ['es2022', 'dom'] }), '');
});

test('what rows refer to has its types, also where it has no routes', async () => {
  const records = await findDefinitions('test/content/media');
  writeFileSync(join(folder, 'media.ts'), writeClient(makeCatalogue([...builtInRecords, ...records])));
  const use = `import { Quire } from './media.ts';
    const { photo } = new Quire({ base: 'http://127.0.0.1:5000' }).records;
    const page = await photo.list({ expand: { image: true }, filter: { image: { mime: { eq: 'image/png' } } } });
    export const address: string | undefined = page.items[0]?.expanded.image?.url;`;
  writeFileSync(join(folder, 'media-use.ts'), use);
  assert.equal(await compile(['media-use.ts'], { lib: ['es2022', 'dom'] }), '');
});
