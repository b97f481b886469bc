import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** What the environment says, checked and frozen. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly secrets: readonly [string, ...string[]];
  readonly adminPassword: string | undefined;
  readonly accessTokenTtl: number;
  readonly refreshTokenTtl: number;
  readonly contentDir: string;
  readonly sampleData: boolean;
  readonly trustProxy: boolean | string;
  readonly logLevel: string;
  /** Names of the `…_LOGIN_REQUIRED` settings that are false. */
  readonly switchedOff: ReadonlySet<string>;
}

interface Setting {
  readonly initial: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly fits: (value: string) => boolean;
}

const isBoolean = (value: string) => value === 'true' || value === 'false';
const isSeconds = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= 1;
const booleans = 'true or false';

/** Every setting there is. */
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
  DATABASE_URL: {
    initial: 'file:./data/quire.db',
    meaning: 'where the data is kept',
    allowed: 'file:<path>',
    fits: (value) => /^file:.+/.test(value),
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
    fits: (value) => existsSync(value),
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
    allowed: 'false, or their addresses, comma-separated',
    fits: (value) => value === 'false' || /^[0-9a-fA-F.:/, ]+$/.test(value),
  },
  LOG_LEVEL: {
    initial: 'warn',
    meaning: 'least severe lines of the server log',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    fits: (value) => /^(fatal|error|warn|info|debug|trace|silent)$/.test(value),
  },
};

/** Thrown where a setting cannot be used: says which, what is wrong, and what is allowed. */
export class BadSetting extends Error {}

const SWITCH = /^[A-Z][A-Z0-9_]*_LOGIN_REQUIRED$/;

/** Reads the environment and a `.env` file beside it; the environment wins. Throws BadSetting. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const given = { ...readEnvFile(), ...environment };
  const value = (name: string): string => {
    const setting = settingsTable[name];
    const text = given[name] ?? setting?.initial ?? '';
    if (setting && !setting.fits(text))
      throw new BadSetting(`${name}: '${hide(name, text)}' cannot be used; allowed: ${setting.allowed}`);
    return text;
  };
  for (const name of Object.keys(settingsTable)) value(name);
  const databaseUrl = value('DATABASE_URL');
  return Object.freeze({
    host: value('HOST'),
    port: Number(value('PORT')),
    databaseUrl,
    secrets: secretsOf(value('QUIRE_SECRET'), databaseUrl),
    adminPassword: value('QUIRE_ADMIN_PASSWORD') || undefined,
    accessTokenTtl: Number(value('ACCESS_TOKEN_TTL')),
    refreshTokenTtl: Number(value('REFRESH_TOKEN_TTL')),
    contentDir: value('CONTENT_DIR'),
    sampleData: value('SAMPLE_DATA') === 'true',
    trustProxy: value('TRUST_PROXY') === 'false' ? false : value('TRUST_PROXY'),
    logLevel: value('LOG_LEVEL'),
    switchedOff: switchesOff(given),
  });
}

function readEnvFile(): Record<string, string | undefined> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}

function hide(name: string, text: string): string {
  return /SECRET|PASSWORD/.test(name) ? '…' : text;
}

function switchesOff(given: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const switches = Object.keys(given).filter((name) => SWITCH.test(name));
  for (const name of switches) {
    if (!isBoolean(given[name] ?? ''))
      throw new BadSetting(`${name}: '${given[name]}' cannot be used; allowed: ${booleans}`);
  }
  return new Set(switches.filter((name) => given[name] === 'false'));
}

function secretsOf(text: string, databaseUrl: string): readonly [string, ...string[]] {
  const [first, ...others] = text === '' ? [keptSecret(databaseUrl)] : text.split(',');
  return [first ?? '', ...others];
}

/** The secret of an embedded database, made once beside it and readable by its owner alone. */
function keptSecret(databaseUrl: string): string {
  const folder = dirname(
    databaseUrl.startsWith('file://') ? fileURLToPath(databaseUrl) : databaseUrl.slice('file:'.length),
  );
  const file = join(folder, 'secret');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file); // of several processes one wins, and nobody reads half a secret
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(secret) < 32)
    throw new BadSetting(`QUIRE_SECRET: the file ${file} holds fewer than 32 bytes`);
  return secret;
}
