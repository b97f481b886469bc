import { type SourceEngine, WrongArgument } from './engine.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens a database for reading alone. Throws WrongArgument or SourceProblem, which never hold the password. */
export async function openEngine(url: string): Promise<SourceEngine> {
  const isServer = /^\w+:\/\/[^/]+\/[^/?]+/.test(url);
  if (isServer && /^(mysql|mariadb):/.test(url)) return openMysql(url);
  if (isServer && /^postgres(ql)?:/.test(url)) return openPostgres(url);
  if (/^file:./.test(url)) return openSqlite(decodeURIComponent(url.replace(/^file:(\/\/(?=\/))?/, '')));
  throw new WrongArgument(
    'The source must be mysql://<user>:<password>@<host>:<port>/<database>, the same with postgres://, or file:<path> of an SQLite database',
  );
}
