import { Pool } from 'pg';
import { type Administrator, PATIENCE_S, type Server } from './server.ts';

const url = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Tests get a schema each: it is all that tables need, and is made ten times as fast as a database. */
export const postgres: Server = {
  url,
  point(own, name) {
    own.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
    own.searchParams.set('application_name', name);
  },
  nextId: (table, id) => `alter table ${table} alter column id restart with ${id}`,
  open,
};

/** In each of these, a change of a table leaves a record of another transaction. They are named with the column of the table. */
const CATALOGUES = {
  pg_attribute: 'attrelid',
  pg_constraint: 'conrelid',
  pg_index: 'indrelid',
  pg_trigger: 'tgrelid',
};

/** A new connection costs the server a process, which reads its catalogues anew: each process of tests keeps its own. */
const pool = new Pool({
  connectionString: url,
  statement_timeout: PATIENCE_S * 1000,
  idleTimeoutMillis: 0,
  allowExitOnIdle: true,
});
pool.on('error', () => {}); // one that a test has ended is replaced

async function open(): Promise<Administrator> {
  const client = await pool.connect();
  const ask = async (sql: string, name: string): Promise<unknown> =>
    (await client.query(sql, [name])).rows[0]?.answer;
  return {
    make: async (name) => void (await client.query(`create schema "${name}"`)),
    drop: async (name) => void (await client.query(`drop schema "${name}" cascade`)),
    users: async (name) =>
      Number(await ask('select count(*) as answer from pg_stat_activity where application_name = $1', name)),
    async fingerprint(name, kept) {
      const parts = [
        'select oid::text || relname as part from own', // emptying a table changes its record, but neither of these
        ...Object.entries(CATALOGUES).map(
          ([table, of]) =>
            `select tableoid::text || xmin::text from ${table} where ${of} = any (array(select oid from own where relkind = 'r'))`,
        ),
        ...kept.map((table) => `select t::text from "${name}"."${table}" t`),
      ];
      const own = 'select oid, relname, relkind from pg_class where relnamespace = $1::text::regnamespace';
      const sql = `with own as materialized (${own}) select md5(string_agg(part, ' ' order by part)) as answer from (${parts.join(' union all ')}) p`;
      return String(await ask(sql, name));
    },
    empty: async (name, kept) => void (await client.query(emptying(name, kept))),
    async names(prefix) {
      const sql = 'select nspname as name from pg_namespace where starts_with(nspname, $1)';
      return (await client.query<{ name: string }>(sql, [prefix])).rows.map(({ name }) => name);
    },
    setFlush: async (value) => value, // each connection asks for it
    close: async () => client.release(),
  };
}

/** Deleting leaves dead records, which add up from test to test; new files take longer, but for many records they are worth it. */
const MANY_RECORDS = 500;
/** Deletes only where a record has ever been, as most tables have had none. */
const emptying = (name: string, kept: readonly string[]) => `
  do $$
  declare
    found text;
    removed bigint;
    emptied text[] := '{}';
  begin
    for found in select oid::regclass::text from pg_class
      where relnamespace = '${name}'::regnamespace and relkind = 'r'
        and pg_relation_size(oid) > 0 and relname <> all ('{${kept.join(',')}}')
    loop
      execute 'delete from ' || found;
      get diagnostics removed = row_count;
      if removed > ${MANY_RECORDS} then emptied := emptied || found; end if;
    end loop;
    if emptied <> '{}' then execute 'truncate ' || array_to_string(emptied, ', '); end if;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence
      join pg_class on pg_class.oid = seqrelid where relnamespace = '${name}'::regnamespace
        and relname <> all ('{${kept.map((table) => `${table}_id_seq`).join(',')}}');
  end $$`;
