import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages, proseOf, root, textOf } from '../support/documentation/documents.ts';

const FOLDERS = [
  'contract',
  'content',
  'server',
  'console/scripts',
  'console/src',
  'console/test',
  'test',
  'bench',
  'scripts',
  'examples',
  'create-quire-cms',
  'deploy',
  'docs',
  'site',
];

/** Every folder and file of the code, as `/path`; folders end with a slash. */
const places = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ parentPath }) => !parentPath.includes('node_modules'))
    .map((entry) => `${join(entry.parentPath, entry.name)}${entry.isDirectory() ? '/' : ''}`)
    .map((path) => path.slice(root.length - 1)),
).concat(FOLDERS.map((folder) => `/${folder}/`));

/** The paths that stand between backticks in a text, but for those with a placeholder such as `<name>`. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\/|[\w./-]*\w\.(?:ts|mjs|cjs|vue))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('/'));
}

/** What commands write. */
const MADE: readonly string[] = ['quire-types.d.ts', 'dist/', '.quire/console/'];

function exists(page: string, path: string): boolean {
  return (
    places.some((one) => one.endsWith(`/${path}`)) ||
    MADE.includes(path) ||
    textOf(page).includes(`Create \`${path}\``)
  );
}

test('every path that a page names exists', () => {
  for (const page of pages)
    for (const path of pathsIn(proseOf(page))) assert.ok(exists(page, path), `${page}: ${path}`);
});

test('where a new thing goes is said of everything, with paths that need no search', () => {
  const [, table = ''] =
    /^## Where a new thing goes$([\s\S]*?)^### /m.exec(textOf('docs/architecture.md')) ?? [];
  for (const thing of ['field kind', 'route', 'engine', 'dialect', 'job', 'static page', 'language'])
    assert.ok(table.includes(`\n| ${thing} |`), thing);
  for (const path of pathsIn(table).filter((one) => /\/./.test(one)))
    assert.ok(existsSync(join(root, 'server', path)) || existsSync(join(root, path)), path);
});
