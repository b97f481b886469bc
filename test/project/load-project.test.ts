// No engine changes its result: files are read before a database is opened.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linesOf, loadProject } from '../../server/project/project.ts';
import { strayFiles } from '../../server/project/stray-files.ts';
import { straySettings } from '../../server/project/stray-settings.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const route = (path: string, more: string) =>
  `defineRoute({ method: 'POST', path: '${path}', label: 'Do', module: 'Shop', ${more} })`;
const scheduled = (cron: string) =>
  `export default defineJob({ name: 'a', label: 'A', schedule: { cron: '${cron}' }, run() {} });`;

const refused: readonly [what: string, files: Readonly<Record<string, string>>, message: RegExp][] = [
  ['nothing', { 'jobs/a.ts': '' }, /jobs\/a\.ts exports nothing; allowed: what defineJob\(…\) returns/],
  [
    'something else',
    { 'jobs/a.ts': 'export const helper = () => {};' },
    /jobs\/a\.ts exports a function as 'helper'; allowed: what defineJob/,
  ],
  [
    'a job where routes belong',
    { 'routes/a.ts': "export default defineJob({ name: 'a', label: 'A', run() {} });" },
    /routes\/a\.ts exports something else \(object\) as 'default'; allowed: what defineRoute/,
  ],
  [
    'two jobs of one name',
    {
      'jobs/a.ts': "export const a = defineJob({ name: 'a', label: 'A', run() {} });",
      'jobs/b.ts': "export const a = defineJob({ name: 'a', label: 'A', run() {} });",
    },
    /'a' is defined more than once: .*a\.ts and .*b\.ts/,
  ],
  [
    'a mail with a misspelt name',
    {
      'mail/a.ts':
        "export const a = defineMail({ nme: 'a', label: 'A', input: Type.Object({}), texts: {} });",
    },
    /mail\/a\.ts:2: mail: a mail has no option 'nme'; did you mean 'name'\?/,
  ],
  [
    'an option that there is not',
    { 'jobs/a.ts': "export default defineJob({ name: 'a', label: 'A', retries: 3, run() {} });" },
    /jobs\/a\.ts:2: job 'a': a job has no option 'retries' \(did you mean 'tries'\?\)|no option 'retries'/,
  ],
  [
    'an invalid schedule',
    {
      'jobs/a.ts': scheduled('daily'),
    },
    /'cron' must be minute, hour, .*, such as '0 3 \* \* \*', not 'daily'/,
  ],
  [
    'a schedule with a wrong part',
    { 'jobs/a.ts': scheduled('0 25 32 * *') },
    /'cron' has '25' as hour; allowed: 0 to 23, and forms such as/,
  ],
  [
    'a schedule that is never due',
    { 'jobs/a.ts': scheduled('0 0 31 2 *') },
    /'cron' is '0 0 31 2 \*', a time that never comes/,
  ],
  [
    'a route without an access rule',
    { 'routes/a.ts': `export default ${route('/v1/do', 'handle() {}')};` },
    /route POST \/v1\/do: 'access' is missing; it must be everyone, login/,
  ],
  [
    'a rule about records',
    { 'routes/a.ts': `export default ${route('/v1/do', 'access: ownRecords(login), handle() {}')};` },
    /'access' must be everyone, login, permission/,
  ],
  [
    'other parameters than the path',
    {
      'routes/a.ts': `export default ${route('/v1/do/:id', 'access: login, params: Type.Object({ no: Type.Id() }), handle() {}')};`,
    },
    /'params' and the path name other parameters: id is only in the path/,
  ],
  [
    'nothing that is defined',
    { 'routes/a.ts': 'export default defineRoute();' },
    /routes\/a\.ts:2: route: the options of a route must be an object, not undefined/,
  ],
  [
    'an object where a schema belongs',
    {
      'routes/a.ts': `export default ${route('/v1/do', "access: login, body: { name: 'text' }, handle() {}")};`,
    },
    /'body': a schema has no option 'name'/,
  ],
  [
    'a schema with a misspelt keyword inside',
    {
      'routes/a.ts': `export default ${route('/v1/do', 'access: login, body: Type.Object({ a: Type.String({ maxLenght: 3 }) }), handle() {}')};`,
    },
    /'body\.a': a schema has no option 'maxLenght'; did you mean 'maxLength'\?/,
  ],
  [
    'a schema with a format that nothing checks',
    {
      'routes/a.ts': `export default ${route('/v1/do', "access: login, query: Type.Object({ a: Type.String({ format: 'email' }) }), handle() {}")};`,
    },
    /'query\.a': 'format' must be 'int64' or 'decimal', not 'email'/,
  ],
  [
    'a job whose input is of no type',
    {
      'jobs/a.ts':
        "export default defineJob({ name: 'a', label: 'A', input: Type.Array({ type: 'strng' }), run() {} });",
    },
    /'input': 'type' must be one of string, .*, not 'strng'/,
  ],
  [
    'a schedule in a time zone that there is not',
    {
      'jobs/a.ts':
        "export default defineJob({ name: 'a', label: 'A', schedule: { cron: '0 3 * * *', timeZone: 'Berlin' }, run() {} });",
    },
    /'timeZone' must be an IANA name such as 'Europe\/Berlin', not 'Berlin'/,
  ],
  [
    'a schedule in a misspelt time zone',
    {
      'jobs/a.ts':
        "export default defineJob({ name: 'a', label: 'A', schedule: { cron: '0 3 * * *', timeZone: 'Europe/Berln' }, run() {} });",
    },
    /'timeZone' must be an IANA name .*, not 'Europe\/Berln'; did you mean 'Europe\/Berlin'\?$/,
  ],
  [
    'a fixture with a misspelt key',
    {
      'fixtures/a.ts':
        "export default defineFixture({ collection: 'book', key: 'titel', records: [{ title: 'A' }] });",
    },
    /record 1 lacks 'titel', by which it would be found again; did you mean 'title'\?$/,
  ],
  [
    'a schedule with a misspelt option',
    {
      'jobs/a.ts':
        "export default defineJob({ name: 'a', label: 'A', schedule: { corn: '0 3 * * *' }, run() {} });",
    },
    /schedule has no option 'corn'; did you mean 'cron'\? \(allowed: cron, timeZone, missed\)/,
  ],
  [
    'a schedule and a key that nothing would follow',
    {
      'jobs/a.ts':
        "export default defineJob({ name: 'a', label: 'A', schedule: { cron: '0 3 * * *' }, key: () => 'a', run() {} });",
    },
    /'schedule' excludes 'key': runs of one schedule never overlap/,
  ],
  [
    'a mail in a language without a code',
    {
      'mail/a.ts':
        "export default defineMail({ name: 'a', label: 'A', texts: { english: () => ({ subject: 'A', text: 'A' }) } });",
    },
    /'texts' must be functions by the code of a language \(en, de, pt-BR\), .*, not \{"english":"a function"\}/,
  ],
  [
    'a schema of a misspelt type',
    {
      'routes/a.ts': `export default ${route('/v1/do', 'access: login, body: Type.Sting(), handle() {}')};`,
    },
    /Type\.Sting is not a function; did you mean 'String'\? \(allowed: String, Integer, /,
  ],
  [
    'a setting of a misspelt kind',
    { 'settings.ts': 'export default defineSettings({ SHOP: setting.bolean({ initial: true }) });' },
    /setting\.bolean is not a function; did you mean 'boolean'\? \(allowed: boolean, choice, /,
  ],
  [
    'a setting without a kind',
    { 'settings.ts': "export default defineSettings({ SHOP: 'EUR' });" },
    /settings\.ts:2: .*setting 'SHOP': must be what setting\.boolean\(…\) or .* returns.*, not 'EUR'/,
  ],
  [
    'a setting with a misspelt default',
    {
      'settings.ts':
        "export default defineSettings({ SHOP: setting.integer({ inital: 1, min: 1, max: 3, meaning: '' }) });",
    },
    /settings\.ts:2: .*setting\.integer: a setting of this kind has no option 'inital'; did you mean 'initial'\?/,
  ],
];

for (const [what, files, message] of refused)
  it(`a file that exports ${what} stops the start`, async () => {
    await assert.rejects(loadProject(projectOf(files)), message);
  });

it('loading a project suggests a file for one that is not there', async () => {
  const job = "export const ship = defineJob({ name: 'ship', label: 'Ship', run() {} });";
  for (const [written, meant] of [
    ['../jobs/shop.ts', 'ship.ts'],
    ['../jobs/ship', 'ship.ts'],
  ] as const) {
    const route = `import { ship } from '${written}';\nexport default ship;`;
    const contentDir = projectOf({ 'jobs/ship.ts': job, 'routes/a.ts': route });
    await assert.rejects(
      loadProject(contentDir),
      new RegExp(`/routes/a\\.ts.*: .*; did you mean '${meant}'\\?`),
    );
  }
});

it('loading a project tells what was found where', async () => {
  const project = await loadProject('test/projects/shop/content');
  const root = `${process.cwd()}/test/projects/shop`;
  const [collections, routes, jobs] = linesOf(project);
  assert.equal(collections, `Collections order, product, from ${root}/content`);
  assert.match(routes ?? '', /^Routes {6}POST \/v1\/payments\/back, .*, from .*\/routes$/);
  assert.equal(jobs, `Jobs        quote, reconcile, expire, settle, from ${root}/jobs`);
});

it('a service user in an unknown group gets a notice, because people may create the group later', async () => {
  const user = (name: string) =>
    `defineServiceUser({ username: '${name}', groups: ['editors', '${name}s'] })`;
  const contentDir = projectOf({
    'access/a.ts': `export const a = ${user('robot')};\nexport const b = defineGroup({ name: 'editors', permissions: [] });`,
  });
  const { server } = await freshApp({ contentDir });
  assert.deepEqual(
    server.notices.map((line) => line.replace(/^.*access/, 'access')),
    ["access/a.ts: service user 'robot': group 'robots' does not exist"],
  );
});

it('loading a project names files that define something where nobody looks', async () => {
  const job = "export default defineJob({ name: 'a', label: 'A', run() {} });";
  const contentDir = projectOf({
    'job/a.ts': job,
    'routes/shop/b.ts': `export const b = ${route('/v1/do', 'access: login, handle() {}')};`,
    'routes/shop/helper.ts': 'export const help = () => 1;',
    'lib/c.ts': job,
  });
  const stray = strayFiles(await loadProject(contentDir));
  assert.equal(stray.length, 2);
  assert.match(stray[0] ?? '', /routes\/shop\/b\.ts is not read: only files directly in routes\/ are/);
  assert.match(stray[1] ?? '', /job\/a\.ts is not read: only files directly in jobs\/ are/);
});

it('loading a project names what is nearly a setting in .env', async () => {
  const project = await loadProject('test/projects/shop/content');
  const names = ['LOCALS', 'LOCALES', 'OIDC_COMPANY_ISSUER', 'POST_LOGIN_REQUIRED', 'COMPOSE_FILE'];
  assert.deepEqual(straySettings(project, names), ['.env: LOCALS is no setting; did you mean LOCALES?']);
});
