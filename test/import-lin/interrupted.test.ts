// Takes long: a move from a Lin CMS is ended at many places, and run again.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, openHere, quire, uploadsOf } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { importer } from './importer.ts';
import { hashOf, linSource } from './lin-source.ts';

const LOGS = 1500;
const FILES = 450;
const USERS = 250;
const RECORDS_A_RUN = 400;
const MOST_RUNS = 20;
const name = 'interrupted';

const source = await linSource('koa');
const { importLin, counts, look } = await importer(name, source.url);
const numbered = <Item>(most: number, record: (id: number) => Item) =>
  Array.from({ length: most }, (_, index) => record(index + 1));

const many = async (sql: string) => Number((await look(`select count(*) as n from ${sql}`))[0]?.n);

/** Imports until this many more records are there, then kills the import. Returns the exit code, which is 0 if the import was quicker. */
async function killAfter(records: number): Promise<number | null> {
  const enough = (await many('quire_imported')) + records;
  const { child, ended } = await quire(
    ['import-lin', source.url, '--apply', '--assets', join(folder, 'assets')],
    name,
  );
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  await until(async () => isOver || (await many('quire_imported')) >= enough);
  child.kill('SIGKILL');
  return over;
}

test('an import that is killed again and again ends with each record there once', async () => {
  await source.fill('lin_group', 'id, name, level', [1, 'root', 1], [2, 'guest', 2], [3, '编辑', 3]);
  const hash = hashOf('koa', 'whatever it was');
  await source.fill('lin_user', 'id, username', ...numbered(USERS, (id) => [id, `user${id}`]));
  await source.fill(
    'lin_user_identity',
    'user_id, identity_type, identifier, credential',
    ...numbered(USERS, (id) => [id, 'USERNAME_PASSWORD', `user${id}`, hash]),
  );
  await source.fill('lin_user_group', 'user_id, group_id', ...numbered(USERS, (id) => [id, 3]));
  await source.fill(
    'lin_log',
    'message, user_id, username',
    ...numbered(LOGS, (id) => [`${id}`, (id % USERS) + 1, 'x']),
  );
  const assets = join(folder, 'assets');
  await mkdir(assets);
  for (let id = 1; id <= FILES; id++) await writeFile(join(assets, `${id}.pdf`), `%PDF-1.4 number ${id}`);
  await source.fill('lin_file', 'id, path, name', ...numbered(FILES, (id) => [id, `${id}.pdf`, `${id}.pdf`]));
  await (await openHere(name)).close();

  let [kills, code] = [0, await killAfter(RECORDS_A_RUN)];
  while (code !== 0 && ++kills < MOST_RUNS) code = await killAfter(RECORDS_A_RUN);
  assert.ok(kills > 2 && kills < MOST_RUNS, `killed ${kills} times on the way`);

  const said = await importLin('--apply', '--assets', assets);
  assert.deepEqual(counts(said, 'lin_file').slice(1, 4), [0, FILES, 0]);
  assert.equal(await many('quire_file'), FILES);
  assert.equal(await many('quire_former_path'), FILES);
  for (const { id, title, path, former } of await look(
    'select f.id, f.name as title, f.path, p.path as former from quire_file f join quire_former_path p on p.file_id = f.id',
  )) {
    assert.deepEqual([title, former], [`${id}.pdf`, `${id}.pdf`]);
    assert.ok(existsSync(join(uploadsOf(name), 'files', `${path}`)));
  }
  assert.deepEqual(counts(said, 'lin_user').slice(1, 4), [0, USERS, 0]);
  assert.deepEqual(counts(said, 'lin_log').slice(1, 4), [0, LOGS, 0]);
  assert.equal(await many(`quire_log where message <> '' and username = 'x'`), LOGS);
  assert.equal(await many(`(select distinct message from quire_log where username = 'x') as said`), LOGS);
  assert.equal(await many(`quire_user where username like 'user%'`), USERS);
  assert.equal(
    await many(`quire_membership m join quire_group g on g.id = m.group_id where g.name = '编辑'`),
    USERS,
  );
  assert.equal(await many(`quire_log l join quire_user u on u.id = l.user_id where l.username = 'x'`), LOGS);
});
