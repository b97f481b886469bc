import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { databaseFile } from './database/open.ts';
import { CannotStart } from './errors.ts';
import type { Bucket } from './features/files/s3-storage.ts';
import { keptSecret } from './settings/kept-secret.ts';
import { booleans, isBoolean, type Setting } from './settings/kinds.ts';
import { settingsTable } from './settings/table.ts';

type Table = typeof settingsTable;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
/** The table's values: DATABASE_URL as `databaseUrl`. */
type Values = {
  readonly [Name in keyof Table as CamelCase<Name>]: Table[Name] extends Setting<infer Value> ? Value : never;
};
type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says, checked and frozen. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

/** Where the console's build puts its files. */
const CONSOLE_DIR = join(import.meta.dirname, '../console/dist');
const SWITCH = /^[A-Z][A-Z0-9_]*_LOGIN_REQUIRED$/;

/** Reads the environment and a `.env` file in the working directory; the environment wins. Throws CannotStart. */
export function readSettings(environment: Environment = process.env): Settings {
  return settingsFrom({ ...readEnvFile(), ...environment });
}

/** Checks settings that were read already; what is not given has its default. Throws CannotStart. */
export function settingsFrom(given: Environment): Settings {
  const problems: string[] = [];
  const read = ([name, setting]: [string, Setting<unknown>]) => {
    const text = given[name] ?? setting.initial;
    if (!setting.fits(text))
      problems.push(`${name}: '${hide(name, text)}' cannot be used; allowed: ${setting.allowed}`);
    return [camelCase(name), setting.read(text)];
  };
  const values: Values = Object.fromEntries(Object.entries(settingsTable).map(read));
  const switches = Object.keys(given).filter(
    (name) => SWITCH.test(name) && !Object.hasOwn(settingsTable, name),
  );
  for (const name of switches) {
    if (!isBoolean(given[name] ?? ''))
      problems.push(`${name}: '${given[name]}' cannot be used; allowed: ${booleans}`);
  }
  if (problems.length > 0) throw new CannotStart(problems.join('\n'));
  return Object.freeze(settingsOf(values, given));
}

/** Gathers what belongs together, and works out the secrets and the paths that have no fixed default. */
function settingsOf(values: Values, given: Environment) {
  const { clientConnections, requestsAtOnce, requestTimeout, answerTimeout, ...unlimited } = values;
  const { quireSecret, quireAdminPassword, ...others } = unlimited;
  const { uploadMaxFileBytes, uploadMaxTotalBytes, uploadMaxFiles, uploadTypes, ...kept } = others;
  const { thumbnailWidths, uploadKeepMetadata, console: servesConsole, ...rest } = kept;
  return {
    ...rest,
    secrets: secretsOf(quireSecret, rest.databaseUrl),
    adminPassword: quireAdminPassword,
    trustProxy: rest.trustProxy === 'false' ? (false as const) : rest.trustProxy,
    publicUrl: rest.publicUrl?.replace(/\/+$/, ''),
    uploadDir: rest.uploadDir ?? join(dataFolder(rest.databaseUrl), 'uploads'),
    uploadBucket: bucketOf(values),
    uploadRules: {
      maxFileBytes: uploadMaxFileBytes,
      maxTotalBytes: uploadMaxTotalBytes,
      maxFiles: uploadMaxFiles,
      types: new Set(uploadTypes),
      keepsMetadata: uploadKeepMetadata,
      thumbnailWidths,
    },
    consoleDir: servesConsole ? CONSOLE_DIR : undefined,
    limits: { clientConnections, requestsAtOnce, requestTimeout, answerTimeout },
    /** Names of the `…_LOGIN_REQUIRED` settings that are false. */
    switchedOff: new Set(Object.keys(given).filter((name) => SWITCH.test(name) && given[name] === 'false')),
  };
}

function bucketOf(values: Values): Bucket | undefined {
  const [, name, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(values.uploadStore ?? '') ?? [];
  if (name === undefined) return undefined;
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey } = values;
  return {
    name,
    prefix: path === '' ? '' : `${path}/`,
    region: values.awsRegion,
    endpoint: values.awsEndpointUrlS3,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function secretsOf(text: string | undefined, databaseUrl: string): readonly [string, ...string[]] {
  if (text === undefined && databaseFile(databaseUrl) === undefined)
    throw new CannotStart(
      'QUIRE_SECRET: not set, and a database server needs it; allowed: at least 32 bytes, the same for all processes',
    );
  const [first = '', ...others] = (text ?? keptSecret(dataFolder(databaseUrl))).split(',');
  return [first, ...others];
}

function readEnvFile(): Environment {
  try {
    return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(`.env: cannot be read (${problem}); allowed: a file of settings, or none`, {
      cause,
    });
  }
}

function hide(name: string, text: string): string {
  return /SECRET|PASSWORD|KEY/.test(name) ? '…' : text.replace(/(:\/\/[^:]*:).*@/, '$1…@');
}

/** The folder of an embedded database, and of what else is kept in files. */
function dataFolder(databaseUrl: string): string {
  const file = databaseFile(databaseUrl);
  return file === undefined ? './data' : dirname(file);
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
