// No engine changes its result: names are compared before a record is written.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

for (const [what, path, rule, message] of [
  [
    "a path among the server's own",
    '/cms/do',
    'login',
    /lies among the server's own; take one such as \/v1\/cms\/do/,
  ],
  [
    'the path of a collection',
    '/v1/book',
    'login',
    /another route has this method and path: 'Create Book'; take another path/,
  ],
  [
    'a permission that there is not',
    '/v1/do',
    "permission('Edit', 'book.edits')",
    /no permission 'book\.edits'/,
  ],
] as const)
  it(`a route with ${what} stops the start`, async () => {
    const contentDir = projectOf({
      'routes/a.ts': `export default defineRoute({ method: 'POST', path: '${path}', label: 'Do', module: 'Shop', access: ${rule}, handle() {} });`,
    });
    await assert.rejects(freshApp({ contentDir }), message);
  });

for (const [what, fixture, message] of [
  [
    'record',
    "{ collection: 'bok', key: 'title', records: [] }",
    /fixtures\/a\.ts: there is no collection 'bok'; did you mean 'book'\?/,
  ],
  [
    'field',
    "{ collection: 'book', key: 'title', records: [{ title: 'x', autor: 'y' }] }",
    /collection 'book' has no field 'autor'; did you mean 'author'\? \(allowed: author, /,
  ],
  [
    'key',
    "{ collection: 'book', key: 'author', records: [{ author: 'x' }] }",
    /fixtures\/a\.ts: .*key must be one of id/,
  ],
] as const)
  it(`a fixture with a ${what} that there is not stops the start`, async () => {
    const contentDir = projectOf({ 'fixtures/a.ts': `export default defineFixture(${fixture});` });
    await assert.rejects(freshApp({ contentDir }), message);
  });

for (const [what, record, message] of [
  [
    'a number that is too large',
    "code: 'a', seats: 99",
    /record 1, field 'seats' .* between 1 and 9, not 99/,
  ],
  [
    'a word that is no choice',
    "code: 'a', state: 'opne'",
    /record 1, field 'state' .* one of open, full, not 'opne'/,
  ],
  ['another type', "code: 'a', seats: 'one'", /record 1, field 'seats' .*, not 'one'/],
] as const)
  it(`a fixture with ${what} stops the start`, async () => {
    const fields =
      "code: text({ max: 9, unique: true }), seats: integer({ min: 1, max: 9 }), state: choice(['open', 'full'])";
    const contentDir = projectOf({
      'content/note.ts': `export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'none', fields: { ${fields} }, access: { read: login, create: login, update: login, delete: login } });`,
      'fixtures/a.ts': `export default defineFixture({ collection: 'note', key: 'code', records: [{ ${record} }] });`,
    });
    await assert.rejects(freshApp({ contentDir }), message);
  });

it('a group with the name of one of the server stops the start', async () => {
  const contentDir = projectOf({
    'access/a.ts': "export default defineGroup({ name: 'guest', permissions: [] });",
  });
  await assert.rejects(freshApp({ contentDir }), /access\/a\.ts: group 'guest' is the server's own/);
});

it('a fixture that names a record by a field that is not unique stops the start', async () => {
  const access = '{ read: login, create: login, update: login, delete: login }';
  const collection = (name: string, more: string) =>
    `export default defineCollection({ name: '${name}', label: 'A', path: '/v1/${name}', audit: 'none', fields: { code: text({ max: 9, unique: true }), ${more} }, access: ${access} });`;
  const contentDir = projectOf({
    'content/tag.ts': collection('tag', 'name: text({ max: 9 })'),
    'content/note.ts': collection('note', "tag: reference('tag')"),
    'fixtures/a.ts':
      "export default defineFixture({ collection: 'note', key: 'code', records: [{ code: 'a', tag: { cod: 'x' } }] });",
  });
  await assert.rejects(
    freshApp({ contentDir }),
    /fixtures\/a\.ts: field 'tag' of 'note' names a record by 'cod'; did you mean 'code'\? \(allowed: code, an id\)/,
  );
});

for (const [what, migration, message] of [
  [
    'record',
    "collection: 'bok', change: () => undefined",
    /migrations\/a\.ts: there is no collection 'bok'; did you mean 'book'\?/,
  ],
  [
    'field',
    "collection: 'book', where: { autor: 'x' }, change: () => undefined",
    /migrations\/a\.ts: migration 'first': .*'filter\.autor'.*did you mean 'author'\?/,
  ],
] as const)
  it(`a migration with a ${what} that there is not stops the start`, async () => {
    const source = `export default defineMigration({ name: 'first', ${migration} });`;
    await assert.rejects(freshApp({ contentDir: projectOf({ 'migrations/a.ts': source }) }), message);
  });

it('a group with a permission that there is not stops the start', async () => {
  const group = "export default defineGroup({ name: 'editors', permissions: ['book.edits'] });";
  await assert.rejects(
    freshApp({ contentDir: projectOf({ 'access/a.ts': group }) }),
    /access\/a\.ts: group 'editors': permission 'book\.edits' does not exist/,
  );
});
