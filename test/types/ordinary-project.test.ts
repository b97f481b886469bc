import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { quire } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { compile } from './compiler.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The examples of a page, each as a function of what own code gets. */
function examplesOf(page: string): string {
  const blocks = [...readFileSync(here(page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
  return blocks
    .map((code, index) =>
      code.startsWith('import')
        ? code
        : `export async function example${index}(records: Records) {\n${code}}\n`,
    )
    .join('\n');
}

// One run of the compiler for all of it, under `strict` alone.
test('an ordinary project compiles, and knows the records of all collections in its own code', async () => {
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
    paths: { 'quire-cms': [here('../../server/definitions/index.ts')] },
  };
  cpSync('examples/shop', folder, { recursive: true });
  cpSync('examples/blog/content', join(folder, 'content'), { recursive: true });
  for (const more of ['trees/page.ts', 'trees/shelf.ts', 'globe/spot.ts'])
    cpSync(`test/content/${more}`, join(folder, 'content', basename(more)));
  writeFileSync(
    join(folder, 'content/site.ts'),
    "import { defineSingleton, text } from 'quire-cms';\n\nexport default defineSingleton({ name: 'site', label: 'Site', audit: 'none', fields: { motto: text({ max: 9 }) } });\n",
  );
  const settings = { CONTENT_DIR: join(folder, 'content'), PAYMENT_SECRET: 'x' };
  const { ended, said } = await quire(['types'], 'none', settings);
  if ((await ended) !== 0) throw new Error(said());
  copyFileSync(here('./own-code.ts.txt'), join(folder, 'own-code.ts'));
  writeFileSync(join(folder, 'documented.ts'), examplesOf('../../docs/reference/records.md'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [here('./ordinary-project.ts')], include: ['**/*'] }),
  );
  assert.equal(await compile(folder), '');
});
