import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Other users' connections are left out where this one may not see them. */
const OTHERS = `select count(*) as others from information_schema.processlist
  where db = database() and id <> connection_id()`;

/** How many connections of other processes are open. */
export async function countOthers(databaseUrl: string): Promise<number> {
  const connection = await createConnection({ uri: databaseUrl });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(OTHERS);
    return Number(rows[0]?.others);
  } finally {
    await connection.end();
  }
}
