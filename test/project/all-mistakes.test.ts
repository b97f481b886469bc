// No engine changes its result: a project is read before a database is opened.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { it } from 'node:test';
import { permissionsIn } from '../../server/definitions/access-rule.ts';
import { fieldRulesOf } from '../../server/definitions/catalogue.ts';
import { CannotStart } from '../../server/errors.ts';
import { knownPermissions } from '../../server/project/known-permissions.ts';
import { readProject } from '../../server/project/read-project.ts';
import { settingsFrom } from '../../server/settings.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

/** Why a project of these files cannot be used: each mistake without the project's folder and what is allowed. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const contentDir = projectOf(files);
  try {
    await readProject({ ...settingsFrom({ QUIRE_SECRET: '0123456789abcdef0123456789abcdef' }), contentDir });
    return [];
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return error.problems.map((problem) =>
      problem
        .replaceAll(dirname(contentDir), '')
        .replace(/(;| \(allowed| is not a field|\(…\)| 'default';).*/s, ''),
    );
  }
}

const LOGIN = 'read: login, create: login, update: login, delete: login';
const collection = (name: string, fields: string, access = LOGIN) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'none', fields: { ${fields} }, access: { ${access} } });`;
const route = (path: string, access = 'login', more = '') =>
  `export default defineRoute({ method: 'POST', path: '${path}', label: 'Do', module: 'Shop', access: ${access}, handle() {}, ${more} });`;
const group = (...permissions: readonly string[]) =>
  `export default defineGroup({ name: 'editors', permissions: ${JSON.stringify(permissions)} });`;
const fixture = (name: string, record: string) =>
  `export default defineFixture({ collection: '${name}', key: 'title', records: [{ ${record} }] });`;

it('checking a project names the mistakes of every kind of file at once', async () => {
  const found = await problemsOf({
    'settings.ts': "export default defineSettings({ SHOP: 'EUR' });",
    'content/broken.ts': collection('broken', 'title: text({ mx: 9 })'),
    'content/lost.ts': collection('lost', "tag: reference('tga')"),
    'content/ruled.ts': collection(
      'ruled',
      'title: text({ max: 9 })',
      LOGIN.replace('login', "{ ...login, records: { titel: 'x' } }"),
    ),
    'content/taken.ts': collection('taken', 'title: text({ max: 9 })').replace('/v1/taken', '/v1/book'),
    'routes/broken.ts': route('/v1/broken', 'login', "hendle: ''"),
    'routes/own.ts': route('/cms/do'),
    'routes/rule.ts': route('/v1/rule', "permission('Edit', 'ruled.edits')"),
    'jobs/a.ts': "export default defineJob({ name: 'a', label: 'A', lable: 'A', run() {} });",
    'mail/a.ts': 'export default 1;',
    'access/a.ts': group('ruled.edits', 'log.list'),
    'fixtures/a.ts': fixture('bok', "title: 'A'"),
    'fixtures/b.ts': fixture('ruled', "title: 'A', autor: 'B', pgaes: 1"),
    'migrations/a.ts':
      "export default defineMigration({ name: 'a', collection: 'boook', change: () => ({}) });",
  });
  assert.deepEqual(found, [
    `/settings.ts:2: setting 'SHOP': must be what setting.boolean`,
    `/content/broken.ts:2: collection 'broken': field 'title': text has no option 'mx'`,
    `/routes/broken.ts:2: route POST /v1/broken: a route has no option 'hendle'`,
    `/jobs/a.ts:2: job 'a': a job has no option 'lable'`,
    '/mail/a.ts exports something else (number) as',
    "two collections share the path '/v1/book': 'book' (/content/book.ts) and 'taken' (/content/taken.ts)",
    "collection 'lost' (/content/lost.ts): field 'tag' refers to 'tga', which is no collection",
    "access: the rule for 'read' (/content/ruled.ts): collection 'ruled': a condition cannot be used at 'filter.titel': it",
    "/fixtures/a.ts: there is no collection 'bok'",
    "/fixtures/b.ts: collection 'ruled' has no field 'autor'",
    "/fixtures/b.ts: collection 'ruled' has no field 'pgaes'",
    "/migrations/a.ts: there is no collection 'boook'",
    "/routes/own.ts: route POST /cms/do: the path lies among the server's own",
    "/routes/rule.ts: route POST /v1/rule: there is no permission 'ruled.edits'",
    "/access/a.ts: group 'editors': permission 'ruled.edits' does not exist",
  ]);
});

it('checking a project says what a file exports that defines nothing', async () => {
  for (const [value, words] of [
    ['null', 'exports null as'],
    ['undefined', 'exports undefined as'],
    ['() => {}', 'exports a function as'],
    ['[]', 'exports a list as'],
    ["'text'", 'exports something else (string) as'],
    ['{}', 'exports something else (object) as'],
  ]) {
    const [found = ''] = await problemsOf({ 'jobs/a.ts': `export default ${value};` });
    assert.equal(found.includes(`/jobs/a.ts ${words}`), true, found);
  }
});

it('checking a project takes nothing for a mistake that a file with one may define', async () => {
  const broken = 'title: text({ mx: 9 })';
  const found = await problemsOf({
    'content/tag.ts': collection('tag', broken, LOGIN.replace('login', "permission('See tags', 'see')")),
    'content/page.ts': collection('page', "title: text({ max: 9, unique: true }), tag: reference('tag')"),
    'content/note.ts': collection('note', "page: reference('page')"),
    'routes/pay.ts': route('/v1/pay', "permission('Pay', 'pay')", "hendle: ''"),
    'routes/see.ts': route('/v1/see', "anyOf(permission('See tags', 'tag.see'), permission('Look', 'look'))"),
    'access/a.ts': group('tag.see', 'page.edit', 'note.edit', 'routes.pay', 'routes.look'),
    'fixtures/a.ts': fixture('tag', "title: 'A'"),
    'fixtures/b.ts': fixture('page', "titel: 'A', title: 'A'"),
    'migrations/a.ts':
      "export default defineMigration({ name: 'a', collection: 'note', change: () => ({}) });",
  });
  assert.deepEqual(
    found.map((problem) => problem.split(':')[0]),
    ['/content/tag.ts', '/routes/pay.ts'],
  );
});

it('checking a project reports a mistake once, however many files import the one that has it', async () => {
  const ship = "defineJob({ name: 'ship', label: 'Ship', lable: 'Ship', run() {} })";
  const found = await problemsOf({
    'settings.ts': "export default defineSettings({ SHOP: 'EUR' });",
    'content/shelf.ts': "export default defineCollection({ name: 'shelf' });",
    'jobs/ship.ts': `export const ship = ${ship};`,
    'mail/a.ts': 'export default 1;',
    'routes/a.ts': "import { ship } from '../jobs/ship.ts';\nexport default ship;",
    'routes/b.ts': "import { ship } from '../lib/ship.ts';\nexport default ship;",
    'lib/ship.ts': "export { ship } from '../jobs/ship.ts';",
  });
  assert.deepEqual(found, [
    `/settings.ts:2: setting 'SHOP': must be what setting.boolean`,
    `/content/shelf.ts:2: collection 'shelf': 'label' is missing`,
    `/jobs/ship.ts:2: job 'ship': a job has no option 'lable'`,
    '/mail/a.ts exports something else (number) as',
  ]);
});

it('checking a project names all that is wrong inside a collection', async () => {
  const found = await problemsOf({
    'content/note.ts': collection(
      'note',
      "id: text({ max: 9 }), state: choice(['a'], { default: 'b' })",
      'read: login, create: ownRecords(login), update: login',
    ).replace('fields:', "samples: [{ stat: 'a' }], fields:"),
  });
  const [said = '', ...others] = found;
  assert.deepEqual(others, []);
  for (const problem of [
    "field 'id': this name is the server's own",
    "field 'state': bad default",
    'access must say who may delete',
    'own records need an audit form that keeps the creator',
    "samples name 'stat', which is no field",
  ])
    assert.ok(said.includes(`collection 'note': ${problem}`), said);
});

for (const contentDir of ['content', 'test/content/drafts', 'test/content/single', 'test/content/past'])
  it(`checking a project knows the permissions of ${contentDir} before routes are there`, async () => {
    const { server } = await freshApp({
      ...{ contentDir, scim: true, provider: true, publicUrl: 'http://127.0.0.1:5000' },
    });
    const known = knownPermissions(server.store.catalogue).map(({ key }) => key);
    const declared = server.routes.flatMap(({ access }) => permissionsIn(access).map(({ key }) => key));
    const ofFields = fieldRulesOf(server.store.catalogue)
      .flatMap(permissionsIn)
      .map(({ key }) => key);
    assert.deepEqual(new Set(known), new Set([...declared, ...ofFields]));
  });
