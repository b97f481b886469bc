import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Administrator, PATIENCE_S, type Server } from './server.ts';

const url = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql';

const FLUSH = 'innodb_flush_log_at_trx_commit';

export const mysql: Server = {
  url,
  point(own, name) {
    own.pathname = `/${name}`;
  },
  nextId: (table, id) => `alter table ${table} auto_increment = ${id}`,
  open,
};

async function open(): Promise<Administrator> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  await connection.query(`set session lock_wait_timeout = ${PATIENCE_S}`);
  return {
    make: async (name) => void (await connection.query(`create database \`${name}\``)),
    drop: async (name) => void (await connection.query(`drop database \`${name}\``)),
    users: async (name) =>
      (await recordsOf(connection, 'select id from information_schema.processlist where db = ?', name))
        .length,
    async fingerprint(name, kept) {
      const statements = [
        ...(await tablesOf(connection, name)).map(({ table }) => `show create table ${table}`),
        ...kept.map((table) => `select * from \`${name}\`.${table}`),
        `show triggers from \`${name}\``,
      ];
      const answers = await recordsOf(connection, statements.join(';'));
      return JSON.stringify(answers).replace(/ AUTO_INCREMENT=\d+/g, '');
    },
    async empty(name, kept) {
      const tables = (await tablesOf(connection, name)).filter(({ own }) => !kept.includes(own));
      const questions = tables.map(({ table, own }) => `exists (select 1 from ${table}) as \`${own}\``);
      const [hasRecords] = await recordsOf(connection, `select ${questions.join(', ')}`);
      const statements = tables.flatMap(({ table, own, nextId }) => [
        ...(Number(hasRecords?.[own]) > 0 ? [`delete from ${table}`] : []),
        ...(nextId > 1 ? [`alter table ${table} auto_increment = 1`] : []),
      ]);
      if (statements.length > 0) await connection.query(statements.join(';'));
    },
    async names(prefix) {
      const found = await recordsOf(connection, 'show databases like ?', `${prefix.replaceAll('_', '\\_')}%`);
      return found.flatMap((record) => Object.values(record).map(String));
    },
    async setFlush(value) {
      const [found] = await recordsOf(connection, `select @@global.${FLUSH} as \`before\``);
      await connection.query(`set global ${FLUSH} = ${Number(value)}`).catch(() => {}); // that of somebody else may refuse
      return String(found?.before);
    },
    close: () => connection.end(),
  };
}

async function recordsOf(connection: Connection, sql: string, ...values: string[]): Promise<RowDataPacket[]> {
  return (await connection.query<RowDataPacket[]>(sql, values))[0];
}

async function tablesOf(connection: Connection, database: string) {
  const sql =
    'select table_name as own, auto_increment as next from information_schema.tables where table_schema = ? order by 1';
  return (await recordsOf(connection, sql, database)).map(({ own, next }) => ({
    own: String(own),
    table: `\`${database}\`.\`${own}\``,
    nextId: Number(next ?? 1),
  }));
}
