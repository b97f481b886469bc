import { statSync } from 'node:fs';
import { isDatabaseUrl, urlForms } from '../database/open.ts';
import { localesForm, readLocales } from '../definitions/locales.ts';
import { boolean, choice, integer, optional, text, texts } from '../definitions/project/setting-kinds.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../messages/languages.ts';
import { isNetwork } from '../shared/networks.ts';
import { factorSettings } from './factor-settings.ts';
import { fileSettings } from './file-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { isUrl } from './is-url.ts';

const MAX_DAYS = 36_500;
const MAX_SECONDS = 999_999_999;

/** The host is fixed: only the numbers of a tile are filled in. */
const isTiles = (value: string) =>
  /^https:\/\/[^\s"'<>;,{}/]+\/[^\s"'<>;,]*$/.test(value) &&
  ['{z}', '{x}', '{y}'].every((part) => value.split(part).length === 2) &&
  URL.canParse(value);

const isOrigin = (value: string) => URL.parse(value)?.origin === value && value !== 'null';

/** Every setting: its kind, its default, its meaning and what is allowed. docs/reference/settings.md is made from this table. */
export const settingsTable = {
  HOST: text({
    initial: '127.0.0.1',
    meaning: 'Address to listen on.',
    allowed: 'an address of this machine',
    fits: (value) => value !== '',
  }),
  PORT: integer({
    initial: 5000,
    min: 0,
    max: 65_535,
    meaning: 'Port to listen on; 0 picks a free one.',
  }),
  WORKERS: integer({
    initial: 1,
    min: 1,
    max: 256,
    meaning: 'Worker processes that share the port. More than the number of cores does not help.',
  }),
  DRAIN_SECONDS: integer({
    initial: 0,
    min: 0,
    max: 300,
    meaning:
      'Seconds for which a server goes on answering after SIGTERM while `/health/ready` answers 503, so that load balancers send nothing more.',
  }),
  DATABASE_URL: text({
    initial: 'file:./data/quire.db',
    meaning: 'The database: SQLite, PostgreSQL 13 or later, MySQL 8.0.19 or MariaDB 10.6 or later.',
    allowed: urlForms,
    fits: isDatabaseUrl,
  }),
  DATABASE_READ_URLS: texts({
    initial: '',
    meaning:
      'Replicas of a PostgreSQL or MariaDB database, separated by commas, that answer lists, searches, counts, exports and history. What they answer is never older than what the primary would; what they cannot answer in time goes to the primary.',
    allowed: 'URLs as DATABASE_URL takes them, of replicas of that database',
    fits: isDatabaseUrl,
  }),
  DATABASE_CONNECTIONS: integer({
    initial: 20,
    min: 3,
    max: 1000,
    meaning: 'Connections that each process may open to a database server, to each replica as well.',
  }),
  DATABASE_TIMEOUT: integer({
    initial: 10,
    min: 1,
    max: 3600,
    meaning:
      'Seconds that a database server may take for one statement. A long read may take three times as long, on SQLite too. After that the answer is 503.',
  }),
  DATABASE_WAIT: integer({
    initial: 30,
    min: 0,
    max: 3600,
    meaning: 'Seconds that a start waits for a database server that is not up yet.',
  }),
  QUIRE_SECRET: optional({
    meaning:
      'Signs tokens. Of several, separated by commas, the first signs and all verify. With SQLite it is generated once into the data folder; a database server needs it set.',
    allowed: 'at least 32 bytes each, of at least 8 different characters',
    fits: (value) =>
      value.split(',').every((secret) => Buffer.byteLength(secret) >= 32 && new Set(secret).size >= 8),
  }),
  QUIRE_ADMIN_PASSWORD: optional({
    meaning:
      'First password of root, read only when that user is created. Without it one is generated and printed once.',
    allowed: '8 to 128 printable characters',
    fits: (value) => /^[^\p{C}]{8,128}$/u.test(value),
  }),
  ACCESS_TOKEN_TTL: integer({
    initial: 3600,
    min: 1,
    max: MAX_SECONDS,
    meaning: 'Seconds for which an access token is valid.',
  }),
  REFRESH_TOKEN_TTL: integer({
    initial: 2_592_000,
    min: 1,
    max: MAX_SECONDS,
    meaning: 'Seconds for which a refresh token is valid.',
  }),
  SESSION_TTL: integer({
    initial: 7_776_000,
    min: 1,
    max: MAX_SECONDS,
    meaning: 'Seconds after which a session ends, however often it is refreshed.',
  }),
  LOGIN_CAPTCHA: boolean({
    initial: false,
    meaning: 'Whether signing in requires a captcha from POST /cms/user/captcha.',
  }),
  APPROVALS: boolean({
    initial: false,
    meaning: 'Whether memberships and grants take effect only once a second person has approved them.',
  }),
  ACCOUNT_URL: optional({
    meaning:
      'Address of your own pages for links in mails about accounts: `/new`, `/password` and `/address` below it. By default the console’s.',
    allowed: 'http:// or https:// and a host',
    fits: isUrl,
  }),
  BOOK_LOGIN_REQUIRED: boolean({
    initial: true,
    meaning: 'Whether reading books requires signing in.',
  }),
  CONTENT_DIR: text({
    initial: './content',
    meaning: 'Folder of the collection definitions.',
    allowed: 'an existing folder; relative paths begin where the command runs',
    fits: (value) => statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
  }),
  LANGUAGE: choice(LANGUAGES, {
    initial: DEFAULT_LANGUAGE,
    meaning:
      'Language of stored log lines, and of answers to callers that ask for none with Accept-Language; on /api those are in English. Without it, the description of the API is in English.',
  }),
  LOCALES: text({
    initial: '',
    meaning:
      'Languages of content, for localised fields. In `zh,en>de,de`, English texts that are missing are taken from German; everything falls back to the first, the default.',
    allowed: localesForm,
    fits: (value) => readLocales(value) !== undefined,
  }),
  SAMPLE_DATA: boolean({
    initial: true,
    meaning: 'Whether a new database starts with the samples of the definitions.',
  }),
  TRUST_PROXY: text({
    initial: 'false',
    meaning: 'Proxies whose X-Forwarded-For header is trusted.',
    allowed: 'false, or addresses and networks such as 10.0.0.0/8, separated by commas',
    fits: (value) => value === 'false' || value.split(',').every((one) => isNetwork(one.trim())),
  }),
  CLIENT_CONNECTIONS: integer({
    initial: 10_000,
    min: 1,
    max: 1_000_000,
    meaning: 'Client connections that each process keeps open; further ones are closed.',
  }),
  REQUESTS_AT_ONCE: integer({
    initial: 1000,
    min: 1,
    max: 100_000,
    meaning: 'Requests that each process handles at a time; further ones get 503 with Retry-After.',
  }),
  STRANGER_WRITES_PER_DAY: integer({
    initial: 200,
    min: 1,
    max: 1_000_000_000,
    meaning:
      'Writes within 24 hours from one network without a sign-in, where rules let everyone write; further ones get 429.',
  }),
  PROGRAM_REQUESTS_PER_MINUTE: integer({
    initial: 0,
    min: 0,
    max: 1_000_000,
    meaning:
      'Requests of one API key that each process answers within a minute; further ones get 429. 0 sets no bound.',
  }),
  USER_REQUESTS_PER_MINUTE: integer({
    initial: 0,
    min: 0,
    max: 1_000_000,
    meaning:
      'Requests of one user in all their sessions that each process answers within a minute; further ones get 429. 0 sets no bound.',
  }),
  NETWORK_REQUESTS_PER_MINUTE: integer({
    initial: 0,
    min: 0,
    max: 1_000_000,
    meaning:
      'Requests without a sign-in from one network that each process answers within a minute; further ones get 429. 0 sets no bound.',
  }),
  REQUEST_TIMEOUT: integer({
    initial: 30,
    min: 1,
    max: 86_400,
    meaning: 'Seconds within which a request must have arrived in full.',
  }),
  ANSWER_TIMEOUT: integer({
    initial: 60,
    min: 1,
    max: 86_400,
    meaning: 'Seconds for which a client may take nothing of an answer before its connection is closed.',
  }),
  CORS_ORIGINS: texts({
    initial: '',
    meaning:
      'Origins whose pages may call the API, separated by commas. By default the server’s own, and those of this machine while HOST is a loopback address.',
    allowed: '* for all, or origins such as https://admin.example.com',
    fits: (value) => value === '*' || isOrigin(value),
  }),
  API_PAGES: boolean({
    initial: true,
    meaning: 'Whether /docs and /openapi.json describe the API to everyone.',
  }),
  CONSOLE: boolean({
    initial: true,
    meaning: 'Whether /console serves the pages in which people edit content.',
  }),
  MAP_TILES: optional({
    meaning:
      'Address of the tiles of maps in the console. Its server learns where readers look. Without it, maps show lines of degrees and ask no server.',
    allowed: 'https:// and a host, with {z}, {x} and {y} behind it',
    fits: isTiles,
  }),
  MAP_CREDIT: text({
    initial: '',
    meaning: 'Whose tiles they are, as their licence may demand. Maps show it.',
    allowed: 'at most 100 printable characters',
    fits: (value) => /^[^\p{C}]{0,100}$/u.test(value),
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    initial: 'warn',
    meaning:
      'Least severe level of the server log, written to standard output. From info on, each answer is a line. The signal SIGUSR2 switches to debug, and back.',
  }),
  LOG_FORMAT: choice(['auto', 'text', 'json'], {
    initial: 'auto',
    meaning:
      'How the server log is written: as text that people read, with the places in code of the project alone; as JSON; or `auto`, as text where a terminal shows it and as JSON elsewhere. `quire dev` and test apps write text.',
  }),
  SLOW_STATEMENT_MS: integer({
    initial: 1000,
    min: 0,
    max: 3_600_000,
    meaning:
      'Milliseconds from which a statement of the database is in the server log as slow, with its SQL but no value; 0 tells of none.',
  }),
  HISTORY_RETENTION_DAYS: integer({
    initial: 0,
    min: 0,
    max: MAX_DAYS,
    meaning: 'Days for which the history of records is kept; 0 keeps it for ever.',
  }),
  CHANGES_RETENTION_DAYS: integer({
    initial: 7,
    min: 0,
    max: MAX_DAYS,
    meaning: 'Days for which the feed of changes can be read back; 0 keeps it for ever.',
  }),
  IDEMPOTENCY_HOURS: integer({
    initial: 24,
    min: 1,
    max: 8760,
    meaning: 'Hours for which the answer to a write with an Idempotency-Key is kept.',
  }),
  LOG_RETENTION_DAYS: integer({
    initial: 0,
    min: 0,
    max: MAX_DAYS,
    meaning: 'Days for which records of the audit log are kept; 0 keeps them for ever.',
  }),
  LOG_CHECKPOINTS_TO: optional({
    meaning:
      'File or address that gets the checkpoints of the audit log as well, so that a log cut short is noticed.',
    allowed: 'a file, or http:// or https:// and a host',
    fits: (value) => !/^\w+:\/\//.test(value) || isUrl(value),
  }),
  DROPPED_COLUMNS_DAYS: integer({
    initial: 30,
    min: 0,
    max: MAX_DAYS,
    meaning: 'Full days for which the values of removed fields can be recovered.',
  }),
  PUBLIC_URL: optional({
    meaning:
      'Address under which clients reach the server; file addresses start with it. By default the address the server listens on.',
    allowed: 'http:// or https://, a host, and a path where a proxy adds one',
    fits: isUrl,
  }),
  MAIL_URL: optional({
    meaning:
      'Server that sends mails; the user and the password in it are percent-encoded. Without it, mails are kept as files in MAIL_DIR.',
    allowed: 'smtp://user:password@host:587, or smtps:// for TLS from the start',
    fits: (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '',
  }),
  MAIL_FROM: text({
    initial: 'Quire <quire@localhost>',
    meaning: 'Sender of mails.',
    allowed: 'an address, or a name and an address such as Shop <shop@example.com>',
    fits: (value) => /^([^<>"@,;\p{C}]{1,100} <[^\s<>@,;"]+@[\w.-]+>|[^\s<>@,;"]+@[\w.-]+)$/u.test(value),
  }),
  MAIL_DIR: optional({
    meaning:
      'Folder of mails that are not sent, created if missing. By default `mail` next to an SQLite database, otherwise ./data/mail. Mails about accounts are kept there only where it is set.',
    allowed: 'a folder',
  }),
  ...identitySettings,
  ...factorSettings,
  ...fileSettings,
};
