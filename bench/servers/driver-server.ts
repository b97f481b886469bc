import Fastify from 'fastify';

// The baseline for reads by id on a database server: a hand-written handler that asks the bare driver for the session and
// then for the record, and serialises the answer by a schema. It checks nothing.
const { DATABASE_URL = '', DATABASE_CONNECTIONS, SESSION_ID = '', SESSION_NONCE = '', PORT } = process.env;

type Ask = (sql: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

const CALLER = `select s.id as session_id, u.id as user_id, u.username, u.active, g.id as group_id, g.level, p."key" as "key"
  from quire_session s inner join quire_user u on u.id = s.user_id and not u.is_deleted
  left join quire_membership m on m.user_id = u.id left join quire_group g on g.id = m.group_id and not g.is_deleted
  left join quire_grant r on r.group_id = g.id left join quire_permission p on p.id = r.permission_id
  where s.id = ? and s.nonce = ? order by m.id`;
const BOOK = `select id, author, image, summary, title, create_time, update_time from book where not is_deleted and id = ?`;

const ask = DATABASE_URL.startsWith('postgres') ? await askPostgres() : await askMysql();
const properties = Object.fromEntries(
  ['id', 'create_time', 'update_time']
    .map((name): [string, object] => [name, { type: 'integer' }])
    .concat(['author', 'image', 'summary', 'title'].map((name) => [name, { type: 'string' }])),
);
const app = Fastify();
app.get('/', { schema: { response: { 200: { type: 'object', properties } } } }, async () => {
  const [caller] = await ask(CALLER, [SESSION_ID, SESSION_NONCE]);
  if (!caller) throw new Error('the session is gone');
  const [book] = await ask(BOOK, ['1']);
  return book;
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.once('SIGTERM', () => process.exit(0));

async function askPostgres(): Promise<Ask> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_CONNECTIONS) });
  const numbered = (name: string, sql: string) => {
    let count = 0;
    return { name, text: sql.replace(/\?/g, () => `$${++count}`) };
  };
  const statements = new Map([CALLER, BOOK].map((sql, index) => [sql, numbered(`by_hand_${index}`, sql)]));
  return async (sql, values) => {
    const { name, text = sql } = statements.get(sql) ?? {};
    return (await pool.query({ text, values: [...values], ...(name && { name }) })).rows;
  };
}

async function askMysql(): Promise<Ask> {
  const { createPool } = await import('mysql2/promise');
  const pool = createPool({
    uri: DATABASE_URL,
    connectionLimit: Number(DATABASE_CONNECTIONS),
    supportBigNumbers: true,
  });
  pool.pool.on('connection', (connection) => {
    connection.query(`set session sql_mode = 'ANSI_QUOTES'`);
  });
  return async (sql, values) =>
    (await pool.execute(sql, [...values] as never))[0] as Record<string, unknown>[];
}
