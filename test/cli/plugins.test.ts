import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { openTestApp } from '../../server/entries/testing.ts';
import { log } from '../../server/records/log.collection.ts';
import { projectOf } from '../support/project-of.ts';
import { command, databaseNamed, openHere } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

/** A plug-in whose collection has this field. */
const plugin = (
  field: string,
) => `import { defineCommand, definePlugin, defineJob, refuse, defineMail, defineCollection, everyone, login, permission, text } from 'quire-cms';

const tome = defineCollection({
  name: 'tome', label: 'Tome', path: '/v1/tome', audit: 'full',
  fields: { ${field} },
  access: { read: everyone, create: permission('Make tomes', 'make'), update: login, delete: login },
});
const greet = defineMail({ name: 'greet', label: 'Greet', texts: { en: () => ({ subject: 'Hello', text: 'Tomes' }) } });
const count = defineJob({
  name: 'count_tomes', label: 'Count', schedule: { cron: '0 3 * * *' },
  async run({ records }) { await records.create('tome', { title: 'counted' }); await records.send(greet, 'ann@quire.test', {}); },
});
const add = defineCommand({
  name: 'add-tomes', usage: '<title>…', label: 'Adds tomes.',
  run({ args, transaction }) {
    return transaction(async (records) => {
      for (const title of args) {
        if (title === 'none') refuse({ en: 'a tome needs a title', zh: '需要标题' });
        await records.create('tome', { title });
      }
    });
  },
});
export default [definePlugin({ name: 'tomes', collections: [tome], jobs: [count], mails: [greet], commands: [add] })];
`;
const contentDir = projectOf({
  'plugins.ts': `export { default } from './tomes.ts';`,
  'tomes.ts': '',
  'access/editors.ts': "export default defineGroup({ name: 'tomers', permissions: ['tome.make'] });",
  'fixtures/tome.ts':
    "export default defineFixture({ collection: 'tome', key: 'title', records: [{ title: 'Of the plug-in' }] });",
  'access-tests/tomes.ts':
    "export default defineAccessTest({ people: { maker: ['tome.make'], guest: [] }, statements: ({ maker, guest, nobody }) => [maker.creates('tome'), guest.never.creates('tome'), nobody.sees('tome')] });",
});
const source = join(dirname(contentDir), 'tomes.ts');
writeFileSync(source, plugin('title: text({ max: 50, unique: true })'));
const out = temporaryFolder();
const settings = {
  ...{ CONTENT_DIR: contentDir, LANGUAGE: 'en', MAIL_DIR: join(out, 'mail') },
  SLOW_STATEMENT_MS: '0', // a busy machine has nothing to add to what a command says
};

await databaseNamed('plugins', contentDir); // for all tests of the file

const commands: readonly [args: readonly string[], said: RegExp, file?: string][] = [
  [
    ['doctor'],
    /Plug-ins {4}tomes \(trusted, in the server's process\), from [\s\S]*Nothing is in the way of a start/,
  ],
  [['types', '--out', join(out, 'types.d.ts')], /Wrote/, 'types.d.ts'],
  [['access', 'lock', '--file', join(out, 'access.lock')], /Wrote/, 'access.lock'],
  [['access', 'test'], /3 statements hold, 0 do not/],
  [['client'], /\/v1\/tome/],
  [['seed'], /group tomers: created[\s\S]*tome: 1 created/],
  [['job', 'run', 'count_tomes'], /jobs\/count_tomes: done/],
  [['job', 'run', 'mail/greet', '--to', 'ann@quire.test'], /mail\/greet: done/],
  [['help', 'add-tomes'], /^Usage:\n {2}quire add-tomes <title>…\n {6}Adds tomes\.\n$/],
  [['help'], /quire start\n[\s\S]*quire add-tomes <title>…/],
  [['add-tomes', 'By a command'], /^$/],
  [['export', 'tome', '--out', join(out, 'tomes.jsonl')], /^$/, 'tomes.jsonl'],
];
const written: Readonly<Record<string, RegExp>> = {
  'types.d.ts': /tome: \{[\s\S]*'tome\.make'/,
  'access.lock': /^tome create: holders of tome\.make/m,
  'tomes.jsonl': /Of the plug-in[\s\S]*counted[\s\S]*By a command/,
};

for (const [args, said, file] of commands)
  it(`quire ${args.slice(0, 2).join(' ')} knows what plug-ins add`, async () => {
    if (args[0] === 'seed') await (await openHere('plugins', settings)).close();
    const outcome = await command(args, 'plugins', settings);
    assert.equal(outcome.code, 0, outcome.said);
    assert.match(outcome.said, said);
    if (file !== undefined) assert.match(readFileSync(join(out, file), 'utf8'), written[file] ?? /^$/);
  });

it('a command of a plug-in is one transaction, refuses with its text, and is not misspelt', async () => {
  const refused = await command(['add-tomes', 'Half', 'none'], 'plugins', settings);
  assert.deepEqual([refused.code, refused.said.includes('a tome needs a title')], [1, true], refused.said);
  const misspelt = await command(['add-tomse'], 'plugins', settings);
  assert.match(misspelt.said, /unknown command 'add-tomse'; did you mean 'add-tomes'\?/);
  const server = await openHere('plugins', settings);
  const lines = await server.store.reads.where(log, (select) => select.where('path', '=', 'add-tomes'));
  assert.deepEqual(
    lines.map(({ method, message }) => [method, message]),
    [['CLI', 'system: Adds tomes.']],
  );
  await server.close();
});

it('a test app knows them as well', async () => {
  const app = await openTestApp({ CONTENT_DIR: contentDir, LANGUAGE: 'en' });
  const maker = await app.person('tome.make');
  assert.equal((await app.as(maker).post('/v1/tome', { title: 'A' })).status, 201);
  await app.seed();
  await app.run('jobs/count_tomes');
  const { items } = (await app.as().get<{ items: { title: string }[] }>('/v1/tome?sort=title')).body;
  assert.deepEqual(
    items.map(({ title }) => title),
    ['A', 'Of the plug-in', 'counted'],
  );
  await app.idle();
  assert.equal((await app.mailbox.mails('ann@quire.test')).length, 1);
  await app.close();
});

it('tables of a plug-in are migrated like those of a project', async () => {
  const renamed = projectOf({ 'plugins.ts': `export { default } from './tomes.ts';`, 'tomes.ts': '' });
  const file = join(dirname(renamed), 'tomes.ts');
  writeFileSync(file, plugin("name: text({ max: 50, unique: true, renamedFrom: 'title' })"));
  const changed = { ...settings, CONTENT_DIR: renamed };
  await assert.rejects(openHere('plugins', changed), /do not match the definitions|migrate/);
  const plan = await command(['migrate'], 'plugins', changed);
  assert.match(plan.said, /tome.*title.*name|rename/i);
  const applied = await command(['migrate', '--apply'], 'plugins', changed);
  assert.equal(applied.code, 0, applied.said);
  const kept = join(out, 'kept.jsonl');
  await command(['export', 'tome', '--out', kept], 'plugins', changed);
  assert.match(readFileSync(kept, 'utf8'), /"name":"Of the plug-in"/);
});
