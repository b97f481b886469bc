import { CannotStart } from '../../errors.ts';

/** Arguments and environment by which the client programs of MariaDB, or of MySQL, reach the database of a URL. */
export function toolAccess(
  databaseUrl: string,
  isMysqls: boolean,
): {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly database: string;
} {
  const url = new URL(databaseUrl);
  const socket = url.searchParams.get('socketPath');
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    args: [
      '--no-defaults',
      ...(socket === null
        ? ['--protocol=tcp', `--host=${host}`, `--port=${url.port || 3306}`]
        : [`--socket=${socket}`]),
      ...(user === '' ? [] : [`--user=${user}`]),
      ...tlsArguments(url.searchParams.get('ssl'), isMysqls),
    ],
    env: { MYSQL_PWD: password },
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}

function tlsArguments(ssl: string | null, isMysqls: boolean): string[] {
  if (ssl === null) return isMysqls ? ['--get-server-public-key'] : ['--skip-ssl'];
  const checks = readSsl(ssl);
  if (isMysqls) return [`--ssl-mode=${checks ? 'VERIFY_IDENTITY' : 'REQUIRED'}`];
  return ['--ssl', checks ? '--ssl-verify-server-cert' : '--skip-ssl-verify-server-cert'];
}

/** Whether the server's certificate is checked. */
function readSsl(ssl: string): boolean {
  try {
    const { rejectUnauthorized = true, ...others } = JSON.parse(ssl) as Record<string, unknown>;
    if (Object.keys(others).length === 0) return rejectUnauthorized !== false;
  } catch {
    // the name of a profile
  }
  throw new CannotStart(
    `DATABASE_URL: ssl=${ssl} cannot be told to the client programs; allowed: {"rejectUnauthorized":true}, with other certificates known to this machine`,
  );
}
