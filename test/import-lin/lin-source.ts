import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type Connection, createConnection } from 'mysql2/promise';

export type Layout = 'koa' | 'spring';

const server = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql';

/** A password as this layout's Lin CMS hashes it. */
export function hashOf(layout: Layout, password: string): string {
  if (layout === 'koa') {
    const salt = randomBytes(4).toString('hex');
    return `sha1$${salt}$1$${createHmac('sha1', salt).update(password).digest('hex')}`;
  }
  const salt = randomBytes(24);
  const hash = pbkdf2Sync(password, salt, 64_000, 18, 'sha256');
  return `pbkdf2sha256:64000:18:24:n:${salt.toString('base64')}:${hash.toString('base64')}`;
}

/** An empty database with the tables of a Lin CMS 0.3 in this layout, dropped when the test file has run. */
export async function linSource(layout: Layout) {
  const name = `lin_${layout}_${randomBytes(6).toString('hex')}`;
  const connection = await createConnection({ uri: server, charset: 'utf8mb4' });
  await connection.query(`create database ${name} charset utf8mb4 collate utf8mb4_general_ci`);
  after(async () => {
    await connection.query(`drop database ${name}`);
    await connection.end();
  });
  await connection.changeUser({ database: name });
  await connection.query(`set session sql_mode = ''`); // as old as the data is: it keeps zero dates
  for (const table of tables(layout)) await connection.query(table);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, fill: filler(connection), run: (sql: string) => connection.query(sql) };
}

export type LinSource = Awaited<ReturnType<typeof linSource>>;
type Value = string | number | null;

/** Adds records, each an array of the named columns' values. */
function filler(connection: Connection) {
  return async (table: string, columns: string, ...records: Value[][]): Promise<void> => {
    await connection.query(`insert into ${table} (${columns}) values ?`, [records]);
  };
}

function tables(layout: Layout): string[] {
  const id = 'id int unsigned not null auto_increment primary key';
  const life = [
    'create_time datetime(3) not null default current_timestamp(3)',
    'update_time datetime(3) not null default current_timestamp(3) on update current_timestamp(3)',
    'delete_time datetime(3) default null',
    ...(layout === 'spring' ? ['is_deleted tinyint not null default 0'] : []),
  ].join(', ');
  const columns = {
    lin_file: `path varchar(500) not null, type varchar(10) not null default 'LOCAL', name varchar(100) not null,
      extension varchar(50), size int, md5 varchar(40), ${life}, unique (md5, delete_time)`,
    lin_log: `message varchar(450), user_id int unsigned not null, username varchar(24), status_code int,
      method varchar(20), path varchar(50), permission varchar(100), ${life}`,
    lin_permission: `name varchar(60) not null, module varchar(50) not null, mount tinyint(1) not null default 1, ${life}`,
    lin_group: `name varchar(60) not null, info varchar(255), level tinyint not null default 3, ${life}, unique (name, delete_time)`,
    lin_group_permission:
      'group_id int unsigned not null, permission_id int unsigned not null, key (group_id, permission_id)',
    lin_user: `username varchar(24) not null, nickname varchar(24), avatar varchar(500), email varchar(100), ${life},
      unique (username, delete_time), unique (email, delete_time)`,
    lin_user_identity: `user_id int unsigned not null, identity_type varchar(100) not null, identifier varchar(100),
      credential varchar(100), ${life}`,
    book: `title varchar(50) not null, author varchar(30), summary varchar(1000), image varchar(100), ${life}`,
    lin_user_group: 'user_id int unsigned not null, group_id int unsigned not null, key (user_id, group_id)',
  };
  return Object.entries(columns).map(([table, described]) => `create table ${table} (${id}, ${described})`);
}
