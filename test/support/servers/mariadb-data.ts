import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** MariaDB refuses to run as the root user of a machine. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Makes the files of a server without databases in a folder; servers start with copies of them. */
export function emptyData(folder: string): string {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  if (NOBODY.uid !== undefined) chownSync(empty, NOBODY.uid, NOBODY.gid);
  const made = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${empty}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...NOBODY, encoding: 'utf8', cwd: empty },
  );
  if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}`);
  return empty;
}

/** Runs a statement on a connection of its own; answers the records. */
export async function ask(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ uri: url });
  try {
    const [records] = await connection.query<RowDataPacket[]>(sql);
    return records;
  } finally {
    connection.destroy();
  }
}
