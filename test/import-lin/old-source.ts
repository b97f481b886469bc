import { pbkdf2Sync } from 'node:crypto';
import { hashOf } from './lin-source.ts';

export const KOA_PASSWORD = 'from koa & 1';
export const FLASK_PASSWORD = 'from flask & 1';

/** As Werkzeug hashes it for lin-cms-flask. */
function flaskHash(password: string): string {
  return `pbkdf2:sha256:50000$Ab3dEf9h$${pbkdf2Sync(password, 'Ab3dEf9h', 50_000, 32, 'sha256').toString('hex')}`;
}

/** The tables of Lin CMS 0.1 or 0.2 and what they hold, in SQL that every engine takes. */
export function oldScript(version: '0.1' | '0.2', engine: string): string[] {
  const time = engine === 'mysql' ? 'datetime' : 'timestamp';
  const life = `create_time ${time}, update_time ${time}, delete_time ${time}`;
  const isNewer = version === '0.2';
  const names = isNewer
    ? 'username varchar(24), nickname varchar(24), avatar varchar(500),'
    : 'nickname varchar(24),';
  const [koa, flask] = [hashOf('koa', KOA_PASSWORD), flaskHash(FLASK_PASSWORD)];
  const user = (
    id: number,
    name: string,
    hash: string | null,
    { admin = 1, active = 1, group = 'null', email = 'null', gone = 'null' } = {},
  ) => {
    const called = isNewer
      ? `'${name}', null, ${name === 'mei' ? "'2020/01/01/mei.png'" : 'null'}`
      : `'${name}'`;
    const password = hash === null ? 'null' : `'${hash}'`;
    return `insert into lin_user values (${id}, ${called}, ${admin}, ${active}, ${email}, ${group}, ${password}, '2019-03-01 08:00:00', '2019-04-01 08:00:00', ${gone})`;
  };
  return [
    `create table lin_user (id integer primary key, ${names} admin smallint not null, active smallint not null, email varchar(100), group_id integer, password varchar(100), ${life})`,
    'create table lin_group (id integer primary key, name varchar(60), info varchar(255))',
    'create table lin_auth (id integer primary key, group_id integer, auth varchar(60), module varchar(50))',
    `create table lin_log (id integer primary key, message varchar(450), user_id integer not null, user_name varchar(20), status_code integer, method varchar(20), path varchar(50), authority varchar(100), time ${time})`,
    'create table lin_event (id integer primary key, group_id integer not null, message_events varchar(250))',
    `create table book (id integer primary key, title varchar(50) not null, author varchar(30), summary varchar(1000), image varchar(50), ${life})`,
    user(1, 'super', koa, { admin: 2 }),
    user(2, 'mei', koa, { group: '5', email: "'mei@x.example'" }),
    user(3, 'flora', flask, { group: '5' }),
    user(4, 'asleep', koa, { group: '6', active: 2 }),
    user(5, 'gone', koa, { group: '5', gone: "'2020-01-01 00:00:00'" }),
    user(6, 'chief', koa, { admin: 2, group: '6' }),
    user(7, 'adrift', koa, { group: '99' }),
    user(8, 'blank', null),
    "insert into lin_group values (5, '编辑', '管图书'), (6, '看客', null)",
    "insert into lin_auth values (1, 5, '删除图书', '图书'), (2, 5, '查询日志', '日志'), (3, 6, '删除图书', '图书'), (4, 6, '看戏', '戏院'), (5, 5, '删除图书', '图书'), (6, 99, '搜索日志', '日志')",
    "insert into lin_log values (1, 'mei 新建了一本书', 2, 'mei', 201, 'POST', '/v1/book/', '', '2019-05-01 10:00:00'), (2, 'gone 走了', 5, 'gone', 201, 'DELETE', '/x', '删除图书', '2019-05-02 10:00:00')",
    "insert into lin_event values (1, 5, '订单')",
    "insert into book values (3, '山海经', '佚名', '古书', '', '2019-01-01 00:00:00', '2019-06-01 12:30:00', null), (4, '未设', null, null, null, '0001-01-01 00:00:00', '0001-01-01 00:00:00', null)",
    ...(isNewer
      ? [
          `create table lin_file (id integer primary key, path varchar(500) not null, type smallint, name varchar(100) not null, extension varchar(50), size integer, md5 varchar(40), ${life})`,
          "insert into lin_file (id, path, type, name, create_time) values (4, '2020/01/01/mei.png', 1, 'mei.png', '2020-01-01 08:00:00'), (5, 'elsewhere.png', 2, 'elsewhere.png', '2020-01-01 08:00:00')",
          'alter table lin_user add column openid varchar(64)',
        ]
      : []),
  ];
}
