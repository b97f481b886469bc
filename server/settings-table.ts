import { statSync } from 'node:fs';
import { isIP } from 'node:net';

interface Setting {
  readonly initial: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly fits: (value: string) => boolean;
}

const isBytes = (value: string) => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_000_000_000;
export const isBoolean = (value: string) => value === 'true' || value === 'false';
const isCount = (value: string, most: number) => /^[1-9]\d{0,6}$/.test(value) && Number(value) <= most;
const isSeconds = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= 1;
const isDays = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 36_500;
const isOrigin = (value: string) => URL.parse(value)?.origin === value && value !== 'null';
const isNetwork = (value: string) => {
  const [address = '', bits = '0', ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
};
export const booleans = 'true or false';

/** Every setting there is: how it begins, what it means, and what is allowed. */
export const settingsTable: Readonly<Record<string, Setting>> = {
  HOST: {
    initial: '127.0.0.1',
    meaning: 'address to listen on',
    allowed: 'an address',
    fits: (value) => value !== '',
  },
  PORT: {
    initial: '5000',
    meaning: 'port to listen on; 0 takes any free one',
    allowed: '0 to 65535',
    fits: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
  },
  WORKERS: {
    initial: '1',
    meaning: 'processes that take turns at the port; more than the machine has cores are of no use',
    allowed: '1 to 256',
    fits: (value) => isCount(value, 256),
  },
  DATABASE_URL: {
    initial: 'file:./data/quire.db',
    meaning: 'where the data is kept',
    allowed: 'file:<path>, postgres://<user>:<password>@<host>:<port>/<database> or mysql://… likewise',
    fits: (value) =>
      /^file:(?!\/\/[^/]).+/.test(value) ||
      (/^(postgres|postgresql|mysql):\/\//.test(value) && URL.canParse(value)),
  },
  DATABASE_CONNECTIONS: {
    initial: '20',
    meaning: 'the most connections that each process keeps to a database server',
    allowed: '3 to 1000',
    fits: (value) => /^\d{1,4}$/.test(value) && Number(value) >= 3 && Number(value) <= 1000,
  },
  DATABASE_TIMEOUT: {
    initial: '10',
    meaning:
      'seconds that a database server has for a statement, and three times as many for one that reads many rows; then 503',
    allowed: '1 to 3600',
    fits: (value) => isCount(value, 3600),
  },
  QUIRE_SECRET: {
    initial: '',
    meaning:
      'signs tokens; several, comma-separated: the first signs, all verify. Generated once beside an embedded database',
    allowed: 'at least 32 bytes each',
    fits: (value) => value === '' || value.split(',').every((secret) => Buffer.byteLength(secret) >= 32),
  },
  QUIRE_ADMIN_PASSWORD: {
    initial: '',
    meaning:
      'first password of root, used only when root is created. Generated and printed once where none is given',
    allowed: '6 to 128 printable characters',
    fits: (value) => value === '' || /^[^\p{C}]{6,128}$/u.test(value),
  },
  ACCESS_TOKEN_TTL: {
    initial: '3600',
    meaning: 'life of an access token, seconds',
    allowed: 'seconds',
    fits: isSeconds,
  },
  REFRESH_TOKEN_TTL: {
    initial: '2592000',
    meaning: 'life of a refresh token, seconds',
    allowed: 'seconds',
    fits: isSeconds,
  },
  LOGIN_CAPTCHA: {
    initial: 'false',
    meaning: 'true asks whoever signs in to read a picture of letters',
    allowed: booleans,
    fits: isBoolean,
  },
  BOOK_LOGIN_REQUIRED: {
    initial: 'true',
    meaning: 'false lets everybody read books',
    allowed: booleans,
    fits: isBoolean,
  },
  CONTENT_DIR: {
    initial: './content',
    meaning: 'folder of the record definitions',
    allowed: 'a folder',
    fits: (value) => statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
  },
  SAMPLE_DATA: {
    initial: 'true',
    meaning: 'whether a new database begins with the samples',
    allowed: booleans,
    fits: isBoolean,
  },
  TRUST_PROXY: {
    initial: 'false',
    meaning: 'proxies whose X-Forwarded-For is believed',
    allowed: 'false, or addresses and networks such as 10.0.0.0/8, comma-separated',
    fits: (value) => value === 'false' || value.split(',').every((one) => isNetwork(one.trim())),
  },
  CLIENT_CONNECTIONS: {
    initial: '10000',
    meaning: 'most connections of clients that a process holds; further ones are closed',
    allowed: '1 to 1000000',
    fits: (value) => isCount(value, 1_000_000),
  },
  REQUESTS_AT_ONCE: {
    initial: '1000',
    meaning: 'most requests that a process works on at once; further ones are refused with 503',
    allowed: '1 to 100000',
    fits: (value) => isCount(value, 100_000),
  },
  REQUEST_TIMEOUT: {
    initial: '30',
    meaning: 'seconds within which a request must have arrived whole',
    allowed: '1 to 86400',
    fits: (value) => isCount(value, 86_400),
  },
  CORS_ORIGINS: {
    initial: '',
    meaning:
      'origins whose pages may use the API, comma-separated. Without any: its own, and those of this machine while HOST is a loopback address',
    allowed: '* for all, or origins such as https://admin.example.com',
    fits: (value) => value === '' || value.split(',').every((one) => one === '*' || isOrigin(one)),
  },
  LOG_LEVEL: {
    initial: 'warn',
    meaning: 'least severe lines of the server log',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    fits: (value) => /^(fatal|error|warn|info|debug|trace|silent)$/.test(value),
  },
  HISTORY_RETENTION_DAYS: {
    initial: '0',
    meaning: 'days for which the history of rows is kept; 0 keeps it for ever',
    allowed: '0 to 36500',
    fits: isDays,
  },
  IDEMPOTENCY_HOURS: {
    initial: '24',
    meaning: 'hours for which a write with an Idempotency-Key can be sent again and is answered as it was',
    allowed: '1 to 8760',
    fits: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= 8760,
  },
  LOG_RETENTION_DAYS: {
    initial: '0',
    meaning: 'days for which rows of the audit log are kept; 0 keeps them for ever',
    allowed: '0 to 36500',
    fits: isDays,
  },
  DROPPED_COLUMNS_DAYS: {
    initial: '30',
    meaning:
      'days for which the values of fields that were taken out of their definition can be brought back, beside the day itself',
    allowed: '0 to 36500',
    fits: isDays,
  },
  PUBLIC_URL: {
    initial: '',
    meaning:
      'address under which clients reach the server, for the addresses of files. Without it, where the server listens',
    allowed: 'http:// or https://, a host, and a path where a proxy adds one',
    fits: (value) => value === '' || /^https?:\/\/[^\s?#]+$/.test(value),
  },
  UPLOAD_DIR: {
    initial: '',
    meaning:
      "folder of uploaded files. Without it, 'uploads' beside an embedded database, and ./data/uploads for others",
    allowed: 'a folder; it is made where it is missing',
    fits: () => true,
  },
  UPLOAD_STORE: {
    initial: '',
    meaning: 'bucket of uploaded files. Without it they stay in UPLOAD_DIR; with it they only arrive there',
    allowed: 's3://<bucket> or s3://<bucket>/<prefix>',
    fits: (value) => value === '' || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value),
  },
  AWS_ENDPOINT_URL_S3: {
    initial: '',
    meaning: "address of the bucket's store, where it is not Amazon's",
    allowed: 'http:// or https:// and a host',
    fits: (value) => value === '' || /^https?:\/\/[^\s?#]+$/.test(value),
  },
  AWS_REGION: {
    initial: '',
    meaning: 'region of the bucket; without it, what the SDK finds',
    allowed: 'a region such as eu-central-1',
    fits: (value) => /^[a-z0-9-]*$/.test(value),
  },
  AWS_ACCESS_KEY_ID: {
    initial: '',
    meaning: 'who uses the bucket; without it, whom the SDK finds, such as the role of the machine',
    allowed: 'an access key, together with AWS_SECRET_ACCESS_KEY',
    fits: () => true,
  },
  AWS_SECRET_ACCESS_KEY: {
    initial: '',
    meaning: 'the secret of AWS_ACCESS_KEY_ID',
    allowed: 'a secret key',
    fits: () => true,
  },
  UPLOAD_MAX_FILE_BYTES: {
    initial: '2097152',
    meaning: 'largest file that is taken, bytes',
    allowed: '1 to 2000000000',
    fits: isBytes,
  },
  UPLOAD_MAX_TOTAL_BYTES: {
    initial: '20971520',
    meaning: 'most that the files of one request may hold together, bytes',
    allowed: '1 to 2000000000',
    fits: isBytes,
  },
  UPLOAD_MAX_FILES: {
    initial: '10',
    meaning: 'most files in one request',
    allowed: '1 to 1000',
    fits: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= 1000,
  },
  IMPORT_MAX_BYTES: {
    initial: '104857600',
    meaning: 'largest file that is imported over HTTP, bytes',
    allowed: '1 to 2000000000',
    fits: isBytes,
  },
  UPLOAD_TYPES: {
    initial: 'jpg,png,gif,webp,avif,pdf,docx,xlsx,pptx,zip,mp3,mp4,webm',
    meaning: 'types of files that are taken, as their content shows them',
    allowed: 'extensions, comma-separated',
    fits: (value) => /^[a-z0-9]{1,20}(,[a-z0-9]{1,20})*$/.test(value),
  },
  THUMBNAIL_WIDTHS: {
    initial: '160,320,640,1280',
    meaning: 'widths in which smaller forms of images can be had, pixels',
    allowed: '1 to 4000, comma-separated, at most 20',
    fits: (value) =>
      /^[1-9]\d{0,3}(,[1-9]\d{0,3}){0,19}$/.test(value) &&
      value.split(',').every((width) => Number(width) <= 4000),
  },
};
