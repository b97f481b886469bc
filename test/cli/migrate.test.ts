// Takes long: commands migrate databases of many definitions, each in several steps.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Revision } from '../support/bodies.ts';
import {
  call,
  command,
  databaseNamed,
  folder,
  launchSources,
  quire,
  type Running,
  signIn,
  start,
  stop,
} from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';
import { until } from '../support/until.ts';

function content(name: string, source: string): { CONTENT_DIR: string } {
  const path = join(folder, `content-${name}`);
  mkdirSync(path);
  const imports = `import { decimal, defineCollection, login, permission, text } from 'quire-cms';`;
  writeFileSync(join(path, 'definition.ts'), `${imports}\nexport default defineCollection({ ${source} });\n`);
  return { CONTENT_DIR: path };
}

const access = `access: { read: login, create: login, update: login, history: login, delete: permission('Delete them') }`;
const earlier = content(
  'earlier',
  `name: 'post', label: 'Post', path: '/v1/post', audit: 'full', ${access},
   fields: { title: text({ max: 40, required: true, unique: true }), price: text({ max: 9 }), note: text({ max: 9 }) }`,
);
const later = content(
  'later',
  `name: 'article', renamedFrom: 'post', label: 'Post', path: '/v1/article', audit: 'full', ${access},
   fields: {
     headline: text({ max: 40, required: true, unique: true, renamedFrom: 'title' }),
     price: decimal({ precision: 9, scale: 2 }),
   }`,
);

await databaseNamed('site'); // gone after the last test

const run = (...args: string[]) => command(['migrate', ...args], 'site', later);

async function writer(server: Running): Promise<string> {
  const root = await signIn(server);
  const send = async (path: string, body: object) =>
    (await call(server, 'POST', path, { token: root, body })).body.id as unknown as number;
  const { body: modules } = await call(server, 'GET', '/cms/admin/permission', { token: root });
  const [permission] = modules.Post as unknown as { id: number }[];
  const group = await send('/cms/admin/group', { name: 'writers', permission_ids: [permission?.id] });
  const words = { password: 'a-password-1', confirm_password: 'a-password-1' };
  await send('/cms/user/register', { username: 'mei', ...words, group_ids: [group] });
  return signIn(server, 'mei', 'a-password-1');
}

test('a site goes through renames and conversions with its records, history and rights', async () => {
  const before = await start('site', earlier);
  const token = await writer(before);
  const send = (method: string, path: string, body: object) => call(before, method, path, { token, body });
  await send('POST', '/v1/post', { title: 'One', price: '7', note: 'kept' });
  await send('PATCH', '/v1/post/1', { title: 'Two', price: '8.50' });
  await send('PATCH', '/v1/post/1', { price: 'a lot' });
  await send('POST', '/v1/post', { title: 'Three' });
  await send('POST', '/api/cms/view', { collection: 'post', name: 'Mine', query: 'sort=-id' });
  const root = await signIn(before);
  const hook = { name: 'Ours', url: 'https://example.org/', collections: ['post'] };
  const made = await call(before, 'POST', '/api/cms/webhook', { token: root, body: hook });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(await stop(before), 0);

  const refused = await launchSources('site', later);
  assert.equal(await refused.ended, 2, refused.said());
  assert.match(refused.said(), /article is renamed from post.*npm run quire -- migrate$/ms);

  const blocked = await run();
  assert.equal(blocked.code, 2, blocked.said);
  assert.match(blocked.said, /!! 1 record holds a value that does not fit: 1 \("a lot"\)/);
  assert.deepEqual((await run('--apply')).code, 2);
  const again = await start('site', earlier);
  await call(again, 'PATCH', '/v1/post/1', { token, body: { price: '9' } });
  await stop(again);

  const planned = await run('--dry-run');
  assert.equal(planned.code, 3, planned.said);
  assert.match(
    planned.said,
    /^\w+, '\S+'.*1\. article is renamed from post.*alter table "post" rename to "article".*2 records/s,
  );
  assert.match(planned.said, /Stop them all.*migrate --apply\n$/s);
  const applied = await quire(['migrate', '--apply'], 'site', later);
  assert.equal(await applied.ended, 0, applied.said());
  const shown = await run();
  assert.equal(shown.code, 0, shown.said);
  assert.match(shown.said, /article\.note\.dropped\.\d{8}, in 1 record, until \d{4}-\d\d-\d\d/);

  const after = await start('site', later);
  const get = async (path: string) => (await call(after, 'GET', path, { token })).body as object;
  assert.partialDeepStrictEqual(await get('/v1/article/1'), { headline: 'Two', price: '9.00' });
  const { items } = (await get('/v1/article/1/history')) as unknown as { items: Revision[] };
  assert.deepEqual(
    items.map(({ changes }) =>
      Object.entries(changes).map(([name, { before, after }]) => `${name}: ${before} → ${after}`),
    ),
    [
      ['price: null → 9.00'],
      ['price: 8.50 → null'],
      ['headline: One → Two', 'price: 7.00 → 8.50'],
      ['headline: null → One', 'price: null → 7.00'],
    ],
  );
  const views = await get('/api/cms/view?collection=article');
  assert.partialDeepStrictEqual(views, { items: [{ collection: 'article', name: 'Mine' }] });
  const hooks = await call(after, 'GET', '/api/cms/webhook', { token: await signIn(after) });
  assert.partialDeepStrictEqual(hooks.body, { items: [{ collections: ['article'] }] });
  const { look } = await databaseNamed('site');
  const changes = await look("select collection from quire_change where collection in ('post', 'article')");
  assert.deepEqual([...new Set(changes.map(({ collection }) => collection))], ['article']);
  assert.equal((await call(after, 'DELETE', '/v1/article/2', { token })).status, 200, 'the right to delete');
  assert.equal(await stop(after), 0);
});

test('a plan waits for its records to be counted, however little time a request has', {
  skip: engineName === 'postgres' ? false : 'only PostgreSQL is easily made to wait',
}, async () => {
  const server = await start('slow', earlier);
  assert.equal(await stop(server), 0);
  const { behind, look } = await databaseNamed('slow');
  /** Whether a statement has waited for this session's locks for longer than four times the time of a request. */
  const waitsLong = async (pid: number) => {
    const waiting = await look(
      `select pid from pg_stat_activity
       where cast(? as integer) = any(pg_blocking_pids(pid)) and clock_timestamp() - query_start > interval '4.2 s'`,
      pid,
    );
    return waiting.length > 0;
  };
  const planned = await (await behind()).transaction(async (connection) => {
    await connection.command('lock table post in access exclusive mode');
    const [own] = await connection.all({ sql: 'select pg_backend_pid() as pid', parameters: [] });
    const plan = await quire(['migrate'], 'slow', { ...later, DATABASE_TIMEOUT: '1' });
    await until(async () => plan.child.exitCode !== null || (await waitsLong(Number(own?.pid))));
    return plan;
  });
  assert.equal(await planned.ended, 3, planned.said());
});

test('a command that contradicts itself, or names nothing, ends with 2', async () => {
  for (const args of [
    ['--apply', '--prune', 'a.b'],
    ['--apply', '--dry-run'],
    ['--recover'],
    ['now'],
    ['--recover', 'article.nothing'],
  ])
    assert.equal((await run(...args)).code, 2, args.join(' '));
});
