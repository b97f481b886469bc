import { connect } from 'node:net';
import { createConnection } from 'mysql2/promise';

/** The engines, with the server that the tests of each use. */
export const engines = [
  { key: 'sqlite', name: 'SQLite' },
  {
    key: 'postgres',
    name: 'PostgreSQL',
    url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  },
  {
    key: 'mysql',
    name: 'MySQL or MariaDB',
    url: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
  },
];

/** Whether something listens where the engine is expected. */
export function isReachable({ url }) {
  if (url === undefined) return Promise.resolve(true);
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: 2000 });
  return new Promise((resolve) => {
    for (const event of ['connect', 'timeout', 'error']) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });
}

/** Drops the databases from which the tests of this run copied their tables. */
export async function dropTemplates(run) {
  const mysql = engines.find(({ key }) => key === 'mysql');
  if (!(await isReachable(mysql))) return;
  const connection = await createConnection(mysql.url);
  const [rows] = await connection.query('show databases like ?', [`quire\\_test\\_${run}\\_%`]);
  for (const [name] of rows.map(Object.values)) await connection.query(`drop database \`${name}\``);
  await connection.end();
}
