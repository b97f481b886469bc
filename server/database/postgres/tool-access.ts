/** Arguments and environment by which PostgreSQL's own programs reach the database of a URL with one host. */
export function toolAccess(databaseUrl: string): {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const { searchParams: given } = url;
  const mode = given.get('sslmode');
  if (mode !== null) given.set('sslmode', modeOf(mode, given.get('uselibpqcompat') === 'true'));
  if (given.get('sslmode') === 'verify-full' && !given.has('sslrootcert')) given.set('sslrootcert', 'system');
  given.delete('uselibpqcompat');
  given.delete('sslnegotiation'); // older programs do not know it
  // A plus sign is a space to URLSearchParams, and a plus to libpq.
  url.search = given.toString().replaceAll('+', '%20');
  return {
    args: ['--no-password', `--dbname=${url.href}`],
    env: { PGAPPNAME: 'quire', ...(password !== '' && { PGPASSWORD: password }) },
  };
}

/** Quire's driver checks certificates in more modes than libpq. */
function modeOf(mode: string, isAsInLibpq: boolean): string {
  if (mode === 'no-verify') return 'require';
  return !isAsInLibpq && ['prefer', 'require', 'verify-ca'].includes(mode) ? 'verify-full' : mode;
}
