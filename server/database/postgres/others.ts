import { Client } from 'pg';

/** Servers of all versions give their connections the same name. */
const OTHERS = `select count(*) as "others" from pg_stat_activity
  where datname = current_database() and usename = current_user
    and application_name = current_setting('application_name') and pid <> pg_backend_pid()`;

/** How many connections of other processes are open. */
export async function countOthers(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'quire' });
  await client.connect();
  try {
    const { rows } = await client.query<{ others: string }>(OTHERS);
    return Number(rows[0]?.others);
  } finally {
    await client.end();
  }
}
