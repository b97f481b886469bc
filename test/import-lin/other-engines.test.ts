import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { command } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { importer } from './importer.ts';
import { hashOf } from './lin-source.ts';
import { onEachEngine } from './source-engines.ts';

const folder = temporaryFolder();

/** The tables of lin-cms-flask, with some records, in SQL that both engines take. */
function script(hash: string): string[] {
  const life =
    "create_time timestamp default '2020-01-01 08:00:00.5', update_time timestamp default '2020-01-02 08:00:00', delete_time timestamp, is_deleted boolean not null default false";
  return [
    `create table lin_user (id integer primary key, username varchar(24), nickname varchar(24), avatar varchar(500), email varchar(100), ${life})`,
    `create table lin_user_identity (id integer primary key, user_id integer, identity_type varchar(100), identifier varchar(100), credential varchar(255), ${life})`,
    `create table lin_group (id integer primary key, name varchar(60), info varchar(255), level smallint, ${life})`,
    'create table lin_user_group (id integer primary key, user_id integer, group_id integer)',
    `create table lin_permission (id integer primary key, name varchar(60), module varchar(50), mount boolean, ${life})`,
    'create table lin_group_permission (id integer primary key, group_id integer, permission_id integer)',
    `create table book (id integer primary key, title varchar(50), author varchar(30), summary varchar(1000), image varchar(50), ${life})`,
    "insert into lin_user (id, username, email) values (1, 'root', null), (2, 'mei', 'Mei@x.example'), (3, 'Mei', 'mei@X.example'), (4, 'ge\u200bheim', null)",
    "insert into lin_user (id, username, is_deleted) values (5, 'gone', true)",
    `insert into lin_user_identity (id, user_id, identity_type, identifier, credential) values (1, 2, 'USERNAME_PASSWORD', 'mei', '${hash}'), (2, 3, 'USERNAME_PASSWORD', '', '${hash}')`,
    "insert into lin_group (id, name, level) values (1, 'root', 1), (2, 'guest', 2), (3, '编辑', 3)",
    'insert into lin_user_group values (1, 1, 1), (2, 2, 3)',
    "insert into lin_permission (id, name, module, mount) values (1, '查询日志', '日志', true), (2, '搜索日志', '日志', true), (3, '没有的', '日志', false)",
    'insert into lin_group_permission values (1, 3, 1), (2, 3, 2), (3, 3, 3)',
    "insert into book (id, title, summary) values (7, '山海经', '第一行\n第二行')",
  ];
}

const { mysql: _, ...sources } = await onEachEngine(() => script(hashOf('koa', 'secret words 1'))); // other files move from MySQL

for (const [engine, url] of Object.entries(sources))
  it(`a Lin CMS on ${engine} is moved in, and what differs in case alone is told`, async () => {
    const { importLin, counts, look } = await importer(`from-${engine}`, url);
    const options = ['--time-zone', '+08:00'];
    const dry = await importLin(...options);
    const said = await importLin('--apply', ...options);
    for (const [table, wanted] of Object.entries({
      lin_user: [5, 2, 1, 2],
      lin_group: [3, 1, 2, 0],
      lin_permission: [3, 0, 2, 1],
      lin_group_permission: [3, 2, 0, 1],
      book: [1, 1, 0, 0],
    }))
      for (const one of [dry, said])
        assert.deepEqual(counts(one, table).slice(0, 4), wanted, `${table}\n${one}`);
    for (const part of [
      /'mei@X\.example' is also the address of user 2 there/,
      /signs in only as 'Mei', in this case: .*user 2|'mei' is another user here/,
      /'ge\u200bheim' has blanks at an end, or characters that nobody can see/,
      /it is deleted there/,
    ])
      assert.match(said, part);
    assert.doesNotMatch(said, /no longer as ''/);
    const [mei, other] = await look(
      "select username, email, email_key, name_key, create_time from quire_user where username in ('mei', 'Mei') order by id",
    );
    assert.deepEqual(
      [mei?.email, mei?.email_key, mei?.name_key, Number(mei?.create_time)],
      ['Mei@x.example', 'mei@x.example', 'mei', Date.UTC(2020, 0, 1, 0, 0, 0, 500)],
    );
    assert.deepEqual([other?.email, other?.email_key, other?.name_key], [null, null, null]);
    const grants = await look(
      "select p.name from quire_grant g join quire_permission p on p.id = g.permission_id join quire_group r on r.id = g.group_id where r.name = '编辑' order by p.name",
    );
    assert.deepEqual(grants.map(({ name }) => name).sort(), ['搜索日志', '查询所有日志']);
    assert.deepEqual(
      (await look('select id, summary from book where id = 7')).map(({ summary }) => summary),
      ['第一行\n第二行'],
    );
  });

it('bytes that are no text, and a file that is no database, end the import with 1 and their name', async () => {
  const file = join(folder, 'bytes.db');
  const database = new DatabaseSync(file);
  for (const statement of script('x')) database.exec(statement);
  database.exec("update book set title = x'ff00fe'");
  database.close();
  const { code, said } = await command(['import-lin', `file:${file}`], 'bytes');
  assert.deepEqual([code, /title holds bytes that are no text/.test(said)], [1, true], said);
  writeFileSync(join(folder, 'none.db'), 'no database at all, only some words that are long enough');
  const none = await command(['import-lin', `file:${join(folder, 'none.db')}`], 'bytes');
  assert.deepEqual([none.code, /cannot be opened/.test(none.said)], [1, true], none.said);
});
