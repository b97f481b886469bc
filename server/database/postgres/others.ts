import { Client } from 'pg';
import { Hosts } from './hosts.ts';

/** Servers of all versions give their connections the same name. */
const OTHERS = `select count(*) as "others" from pg_stat_activity
  where datname = current_database() and usename = current_user
    and application_name = current_setting('application_name') and pid <> pg_backend_pid()`;

/** How many connections of other processes are open. */
export async function countOthers(databaseUrl: string): Promise<number> {
  const options = { application_name: 'quire' };
  const hosts = new Hosts(databaseUrl);
  await hosts.find(options);
  const client = new Client({ ...options, connectionString: hosts.current });
  await client.connect();
  try {
    const { rows } = await client.query<{ others: string }>(OTHERS);
    return Number(rows[0]?.others);
  } finally {
    await client.end();
  }
}
