import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { importHint } from '../../server/definitions/checks/import-hint.ts';
import { findDefinitions } from '../../server/definitions/find-definitions.ts';
import { defineCollection, everyone, reference, text } from '../../server/definitions/index.ts';
import { temporaryFolder } from '../support/test-database.ts';

const content = fileURLToPath(new URL('../../content', import.meta.url));

function collection(name: string): string {
  return `import { defineCollection, text } from 'quire-cms';
export default defineCollection({ name: '${name}', label: 'x', audit: 'none', fields: { title: text({ max: 9 }) } });`;
}

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  return folder;
}

test('the folder content is found whole', async () => {
  const found = await findDefinitions(content);
  assert.ok(found.some(({ name, path }) => name === 'book' && path === '/v1/book'));
  assert.deepEqual(makeCatalogue(found).get('book').label, { zh: '图书', en: 'Book' });
});

test('a folder outside of this package may import quire, and its files come in the order of their names', async () => {
  const folder = folderWith({ 'b.ts': collection('b'), 'a.mjs': collection('a') });
  assert.deepEqual(
    (await findDefinitions(folder)).map(({ name }) => name),
    ['a', 'b'],
  );
});

test('tests, declarations, hidden and other files are passed over', async () => {
  const folder = folderWith({
    'a.ts': collection('a'),
    'a.test.ts': 'throw 1',
    'a.d.ts': 'throw 1',
    '.b.ts': 'throw 1',
    'README.md': '',
  });
  assert.equal((await findDefinitions(folder)).length, 1);
});

test('a file without a definition as its default is refused by its name', async () => {
  await assert.rejects(findDefinitions(folderWith({ 'empty.ts': 'export const a = 1;' })), /empty\.ts/);
  await assert.rejects(findDefinitions(folderWith({ 'other.ts': 'export default { a: 1 };' })), /other\.ts/);
});

const bad =
  "import { defineCollection } from 'quire-cms';\n\nexport default defineCollection({ name: ) });\n";
for (const [what, files, place] of [
  ['a mistake of syntax', { 'bad.ts': bad }, 'bad.ts:3'],
  ['a mistake of syntax in JavaScript', { 'bad.mjs': bad }, 'bad.mjs:3'],
  ['what TypeScript alone understands', { 'bad.ts': '\nexport enum A { x }\n' }, 'bad.ts:2'],
  ['a name that was never imported', { 'bad.ts': 'export default 1;\n\nnope();\n' }, 'bad.ts:3'],
  [
    'an option that the message shows up to a number',
    {
      'bad.ts':
        "import { defineCollection } from 'quire-cms';\nexport default\n  defineCollection({ name: 'a', label: 'x', audit: 'none', fields: { size: { note: 'a text of thirty-eight letters, exactly', length: 30, a: 1 } } });\n",
    },
    'bad.ts:3',
  ],
  ['an import of what is not there', { 'bad.ts': "\nimport { nope } from 'quire-cms';\n" }, 'bad.ts:2'],
] as const)
  test(`${what} is reported with its file and line`, async () => {
    await assert.rejects(findDefinitions(folderWith(files)), ({ message }: Error) => {
      assert.ok(message.includes(`${place}: `), message);
      return true;
    });
  });

test('a folder that is not there is refused by its setting and name', async () => {
  await assert.rejects(findDefinitions('/nowhere/at/all'), /CONTENT_DIR.*\/nowhere\/at\/all/);
});

test('a catalogue refuses two collections of one name', async () => {
  const found = await findDefinitions(folderWith({ 'a.ts': collection('same'), 'b.ts': collection('same') }));
  assert.throws(() => makeCatalogue(found), /name 'same'/);
});

test('a catalogue refuses two collections of one path', () => {
  const access = { read: everyone, create: everyone, update: everyone, delete: everyone };
  const [one, other] = ['one', 'other'].map((name) =>
    defineCollection({
      name,
      label: 'x',
      audit: 'none',
      path: '/v1/same',
      access,
      fields: { a: text({ max: 1 }) },
    }),
  );
  assert.ok(one && other);
  assert.throws(() => makeCatalogue([one, other]), /path '\/v1\/same'/);
});

test('a catalogue refuses a reference to a collection that is not there', () => {
  const book = defineCollection({
    name: 'book',
    label: 'x',
    audit: 'none',
    fields: { author_id: reference('author') },
  });
  assert.throws(() => makeCatalogue([book]), /'author'/);
  const author = defineCollection({
    name: 'author',
    label: 'x',
    audit: 'none',
    fields: { name: text({ max: 9 }) },
  });
  const catalogue = makeCatalogue([book, author]);
  assert.deepEqual(catalogue.referencesTo('author'), [
    {
      definition: book,
      field: 'author_id',
      leaf: book.fields.author_id,
      target: 'author',
      onDelete: 'refuse',
      link: undefined,
    },
  ]);
  assert.deepEqual(catalogue.referencesTo('book'), []);
  assert.throws(() => catalogue.get('nobody'), /'nobody'/);
});

test('an import from within the package gets the hint where definitions import from', () => {
  const where = 'in /site/node_modules/quire-cms/package.json imported from /site/content/a.ts';
  const error = new Error(`Package subpath './fields' is not defined by "exports" ${where}`);
  assert.equal(importHint(error, {}), "; definitions import from 'quire-cms'");
});

test('an import under the former name of the package gets the present one', () => {
  for (const name of ['quire', 'quire/testing']) {
    const error = new Error(`Cannot find package '${name}' imported from /site/content/a.ts`);
    assert.equal(importHint(error, {}), "; the package is 'quire-cms'");
  }
});
