import { dirname, join } from 'node:path';
import { databaseFile } from './database/open.ts';
import { NO_LOCALES, readLocales } from './definitions/locales.ts';
import { readSettingsTable, type ValuesOf } from './definitions/project/read-settings.ts';
import { booleans, isBoolean } from './definitions/project/setting-kinds.ts';
import { CannotStart } from './errors.ts';
import type { ProviderSettings } from './features/oidc/provider.ts';
import { readImageSizes } from './settings/image-sizes.ts';
import { keptSecret } from './settings/kept-secret.ts';
import { readProviders } from './settings/oidc-settings.ts';
import { contradictions, missingInFile, readProjectFile } from './settings/project-file.ts';
import { settingsTable } from './settings/table.ts';
import { refusedTypes } from './settings/upload-types.ts';
import { DAY_MS, HOUR_MS } from './shared/durations.ts';
import { type Environment, readEnvironment } from './shared/system/environment.ts';
import type { Bucket } from './storage/s3-storage.ts';
import type { UploadRules } from './storage/upload-rules.ts';

type Table = typeof settingsTable;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
/** The table's values: DATABASE_URL as `databaseUrl`. */
type Values = { readonly [Name in keyof Table as CamelCase<Name>]: ValuesOf<Table>[Name] };

/** The settings, checked and frozen. */
export type Settings = Readonly<
  Omit<ReturnType<typeof settingsOf>, 'oidcProviders'> & {
    readonly oidcProviders: readonly ProviderSettings[];
    /** Which settings should stand elsewhere, in words. */
    readonly misplaced: readonly string[];
  }
>;

/** Where the console's build puts its files. */
const CONSOLE_DIR = join(import.meta.dirname, '../console/dist');
const SWITCH = /^[A-Z][A-Z0-9_]*_LOGIN_REQUIRED$/;

/** Reads the environment and a `.env` file in the working directory; the environment wins. Throws CannotStart. */
export function readSettings(environment?: Environment): Settings {
  return settingsFrom(readEnvironment(environment));
}

/** Checks settings that were already read, adds those of the project's file and fills in defaults. Throws CannotStart. */
export function settingsFrom(outside: Environment): Settings {
  const ofProject = readProjectFile(outside.CONTENT_DIR);
  const given = { ...outside, ...ofProject };
  const read = readSettingsTable(settingsTable, given);
  const values = camelCased(read.values);
  const problems = [...read.problems, ...contradictions(ofProject, outside)];
  const switches = Object.keys(given).filter(
    (name) => SWITCH.test(name) && !Object.hasOwn(settingsTable, name),
  );
  for (const name of switches) {
    if (!isBoolean(given[name] ?? ''))
      problems.push(`${name}: '${given[name]}' cannot be used; allowed: ${booleans}`);
  }
  const oidc = readProviders(values.oidcProviders, given);
  problems.push(...oidc.problems);
  const refused = refusedTypes(values.uploadTypes, values.uploadKeepMetadata);
  if (refused) problems.push(refused);
  if (problems.length > 0) throw new CannotStart(problems.join('\n'));
  const misplaced = missingInFile(ofProject, outside);
  return Object.freeze({ ...settingsOf(values, given), oidcProviders: oidc.providers, misplaced });
}

/** Groups related settings, and derives the secrets and paths that have no fixed default. */
function settingsOf(values: Values, given: Environment) {
  const {
    quireSecret,
    quireAdminPassword,
    console: servesConsole,
    clientConnections,
    requestsAtOnce,
    requestTimeout,
    answerTimeout,
    uploadMaxFileBytes,
    uploadMaxTotalBytes,
    uploadMaxFiles,
    uploadTypes,
    uploadQuotaBytes,
    uploadQuotaFiles,
    uploadResumeHours,
    uploadKeepMetadata,
    fileAddressSeconds,
    thumbnailWidths,
    imageSizes,
    ...rest
  } = values;
  return {
    ...rest,
    localesText: rest.locales,
    locales: readLocales(rest.locales) ?? NO_LOCALES,
    factorPolicy: {
      groups: new Set(rest.secondFactorGroups),
      graceMs: rest.secondFactorGraceDays * DAY_MS,
      freshMs: rest.reauthenticationMinutes * 60_000,
    },
    secrets: secretsOf(quireSecret, rest.databaseUrl),
    adminPassword: quireAdminPassword,
    trustProxy: rest.trustProxy === 'false' ? (false as const) : rest.trustProxy,
    publicUrl: rest.publicUrl?.replace(/\/+$/, ''),
    keepsMails: rest.mailDir !== undefined,
    mailDir: rest.mailDir ?? join(dataFolder(rest.databaseUrl), 'mail'),
    uploadDir: rest.uploadDir ?? join(dataFolder(rest.databaseUrl), 'uploads'),
    uploadBucket: bucketOf(values),
    uploadRules: uploadRulesOf(values),
    /** Programmers read the description, who expect English unless the operator has chosen a language. */
    descriptionLanguage: given.LANGUAGE === undefined ? ('en' as const) : rest.language,
    consoleDir: servesConsole ? CONSOLE_DIR : undefined,
    limits: { clientConnections, requestsAtOnce, requestTimeout, answerTimeout },
    /** Names of the `…_LOGIN_REQUIRED` settings that are false. */
    switchedOff: new Set(Object.keys(given).filter((name) => SWITCH.test(name) && given[name] === 'false')),
  };
}

/** What uploads may be, and how they are served. */
function uploadRulesOf(values: Values): UploadRules {
  return {
    maxFileBytes: values.uploadMaxFileBytes,
    maxTotalBytes: values.uploadMaxTotalBytes,
    maxFiles: values.uploadMaxFiles,
    quotaBytes: values.uploadQuotaBytes,
    quotaFiles: values.uploadQuotaFiles,
    resumeMs: values.uploadResumeHours * HOUR_MS,
    types: new Set(values.uploadTypes),
    keepsMetadata: values.uploadKeepMetadata,
    addressMs: values.fileAddressSeconds * 1000,
    thumbnailWidths: values.thumbnailWidths,
    imageSizes: readImageSizes(values.imageSizes) ?? new Map(),
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

/** The folder of an embedded database, and of what else is kept in files. */
function dataFolder(databaseUrl: string): string {
  const file = databaseFile(databaseUrl);
  return file === undefined ? './data' : dirname(file);
}

function camelCased(values: ValuesOf<Table>): Values {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.entries(values).map(([name, value]) => [camelCase(name), value]);
  return Object.fromEntries(entries);
}
