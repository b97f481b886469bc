import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { CannotStart } from './errors.ts';
import type { Bucket } from './features/files/s3-storage.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import type { Limits } from './http/limits.ts';
import { booleans, isBoolean, settingsTable } from './settings-table.ts';

/** What the environment says, checked and frozen. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  readonly databaseTimeout: number;
  readonly secrets: readonly [string, ...string[]];
  readonly adminPassword: string | undefined;
  readonly accessTokenTtl: number;
  readonly refreshTokenTtl: number;
  readonly loginCaptcha: boolean;
  readonly contentDir: string;
  readonly sampleData: boolean;
  readonly trustProxy: false | string;
  readonly corsOrigins: readonly string[];
  readonly limits: Limits;
  readonly logLevel: string;
  /** 0 keeps the audit log for ever. */
  readonly historyRetentionDays: number;
  readonly logRetentionDays: number;
  /** For which answers to requests with an Idempotency-Key are kept. */
  readonly idempotencyHours: number;
  readonly droppedColumnsDays: number;
  readonly publicUrl: string | undefined;
  readonly uploadDir: string;
  /** Where uploads are kept instead of in their folder. */
  readonly uploadBucket: Bucket | undefined;
  readonly uploadRules: UploadRules;
  readonly importMaxBytes: number;
  /** Names of the `…_LOGIN_REQUIRED` settings that are false. */
  readonly switchedOff: ReadonlySet<string>;
}

const SWITCH = /^[A-Z][A-Z0-9_]*_LOGIN_REQUIRED$/;

/** Reads the environment and a `.env` file beside it; the environment wins. Throws CannotStart. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const given = { ...readEnvFile(), ...environment };
  const value = (name: string): string => {
    const setting = settingsTable[name];
    const text = given[name] ?? setting?.initial ?? '';
    if (setting && !setting.fits(text))
      throw new CannotStart(`${name}: '${hide(name, text)}' cannot be used; allowed: ${setting.allowed}`);
    return text;
  };
  for (const name of Object.keys(settingsTable)) value(name);
  const databaseUrl = value('DATABASE_URL');
  return Object.freeze({
    host: value('HOST'),
    port: Number(value('PORT')),
    workers: Number(value('WORKERS')),
    databaseUrl,
    databaseConnections: Number(value('DATABASE_CONNECTIONS')),
    databaseTimeout: Number(value('DATABASE_TIMEOUT')),
    secrets: secretsOf(value('QUIRE_SECRET'), databaseUrl),
    adminPassword: value('QUIRE_ADMIN_PASSWORD') || undefined,
    accessTokenTtl: Number(value('ACCESS_TOKEN_TTL')),
    refreshTokenTtl: Number(value('REFRESH_TOKEN_TTL')),
    loginCaptcha: value('LOGIN_CAPTCHA') === 'true',
    contentDir: value('CONTENT_DIR'),
    sampleData: value('SAMPLE_DATA') === 'true',
    trustProxy: value('TRUST_PROXY') === 'false' ? false : value('TRUST_PROXY'),
    limits: {
      clientConnections: Number(value('CLIENT_CONNECTIONS')),
      requestsAtOnce: Number(value('REQUESTS_AT_ONCE')),
      requestTimeout: Number(value('REQUEST_TIMEOUT')),
    },
    corsOrigins: value('CORS_ORIGINS').split(',').filter(Boolean),
    logLevel: value('LOG_LEVEL'),
    historyRetentionDays: Number(value('HISTORY_RETENTION_DAYS')),
    logRetentionDays: Number(value('LOG_RETENTION_DAYS')),
    idempotencyHours: Number(value('IDEMPOTENCY_HOURS')),
    droppedColumnsDays: Number(value('DROPPED_COLUMNS_DAYS')),
    publicUrl: value('PUBLIC_URL').replace(/\/+$/, '') || undefined,
    uploadDir: value('UPLOAD_DIR') || join(dataFolder(databaseUrl), 'uploads'),
    uploadBucket: bucketOf(value),
    uploadRules: {
      maxFileBytes: Number(value('UPLOAD_MAX_FILE_BYTES')),
      maxTotalBytes: Number(value('UPLOAD_MAX_TOTAL_BYTES')),
      maxFiles: Number(value('UPLOAD_MAX_FILES')),
      types: new Set(value('UPLOAD_TYPES').split(',')),
      thumbnailWidths: value('THUMBNAIL_WIDTHS').split(',').map(Number),
    },
    importMaxBytes: Number(value('IMPORT_MAX_BYTES')),
    switchedOff: switchesOff(given),
  });
}

function bucketOf(value: (name: string) => string): Bucket | undefined {
  const [, name, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(value('UPLOAD_STORE')) ?? [];
  if (name === undefined) return undefined;
  const [accessKeyId, secretAccessKey] = [value('AWS_ACCESS_KEY_ID'), value('AWS_SECRET_ACCESS_KEY')];
  return {
    name,
    prefix: path === '' ? '' : `${path}/`,
    region: value('AWS_REGION') || undefined,
    endpoint: value('AWS_ENDPOINT_URL_S3') || undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function readEnvFile(): Record<string, string | undefined> {
  try {
    return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  } catch (cause) {
    throw new CannotStart(
      `.env: cannot be read (${messageOf(cause)}); allowed: a file of settings, or none`,
      { cause },
    );
  }
}

function hide(name: string, text: string): string {
  return /SECRET|PASSWORD|KEY/.test(name) ? '…' : text.replace(/(:\/\/[^:]*:).*@/, '$1…@');
}

function switchesOff(given: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const switches = Object.keys(given).filter((name) => SWITCH.test(name));
  for (const name of switches) {
    if (!isBoolean(given[name] ?? ''))
      throw new CannotStart(`${name}: '${given[name]}' cannot be used; allowed: ${booleans}`);
  }
  return new Set(switches.filter((name) => given[name] === 'false'));
}

function secretsOf(text: string, databaseUrl: string): readonly [string, ...string[]] {
  if (text === '' && !databaseUrl.startsWith('file:'))
    throw new CannotStart(
      'QUIRE_SECRET: is needed beside a database server; all processes must be given the same',
    );
  const [first, ...others] = text === '' ? [keptSecret(databaseUrl)] : text.split(',');
  return [first ?? '', ...others];
}

function keptSecret(databaseUrl: string): string {
  const file = join(dataFolder(databaseUrl), 'secret');
  try {
    return readOrMakeSecret(file);
  } catch (cause) {
    throw new CannotStart(
      `QUIRE_SECRET: not given, and it cannot be kept beside DATABASE_URL (${messageOf(cause)}); allowed: a secret of at least 32 bytes, or a folder that can be written to`,
      { cause },
    );
  }
}

/** The secret of an embedded database, made once beside it and readable by its owner alone. */
function readOrMakeSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
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
  if (Buffer.byteLength(secret) < 32) throw new Error(`the file ${file} holds fewer than 32 bytes`);
  return secret;
}

/** Where an embedded database lies; what is kept in files lies beside it. */
function dataFolder(databaseUrl: string): string {
  if (!databaseUrl.startsWith('file:')) return './data';
  return dirname(
    databaseUrl.startsWith('file://') ? fileURLToPath(databaseUrl) : databaseUrl.slice('file:'.length),
  );
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
