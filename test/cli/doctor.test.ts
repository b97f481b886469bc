import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOf } from '../support/project-of.ts';
import { command } from '../support/server-process.ts';

await command(['seed'], 'doctor', { CONTENT_DIR: 'content' }); // its first start makes the tables

const note =
  "export default defineRecord({ name: 'note', label: 'Note', path: '/v1/note', audit: 'none', fields: { words: text({ max: 9 }) }, access: { read: login, create: login, update: login, delete: login } });";
const migration = "export default defineMigration({ name: 'first-names', run() {} });";
const user = "export default defineServiceUser({ username: 'robot', groups: ['robots'] });";
const group = "export default defineGroup({ name: 'editors', permissions: ['book.edits'] });";

const cases: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  code: number,
  said: RegExp,
])[] = [
  ['nothing amiss', {}, 0, /answers\n\nNothing is in the way of a start\.$/],
  [
    'a table that a start creates',
    { 'content/note.ts': note },
    0,
    /Tables {5}1 change pending, which the next start makes/,
  ],
  [
    'a data migration',
    { 'migrations/a.ts': migration },
    1,
    /Problem {4}Data migrations have not run: first-names\.[\s\S]*A start would fail/,
  ],
  [
    'a permission that there is not',
    { 'access/a.ts': group },
    1,
    /Problem {4}.*access\/a\.ts: group 'editors': permission 'book\.edits' does not exist/,
  ],
  [
    'a group that there is not',
    { 'access/a.ts': user },
    0,
    /Notice {5}.*service user 'robot': group 'robots' does not exist/,
  ],
];

for (const [what, files, wanted, expected] of cases)
  test(`${what} is seen by doctor, which changes nothing`, async () => {
    const { code, said } = await command(['doctor'], 'doctor', { CONTENT_DIR: projectOf(files) });
    assert.deepEqual([code, expected.test(said.trim())], [wanted, true], said);
  });
