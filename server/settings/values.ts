import { dirname, join } from 'node:path';
import { databaseFile } from '../database/open.ts';
import { NO_LOCALES, readLocales } from '../definitions/locales.ts';
import { CannotStart } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../shared/durations.ts';
import type { Environment } from '../shared/system/environment.ts';
import type { Bucket } from '../storage/s3-storage.ts';
import type { UploadRules } from '../storage/upload-rules.ts';
import type { CamelCased } from './camel-case.ts';
import { readImageSizes } from './image-sizes.ts';
import { keptSecret } from './kept-secret.ts';
import type { settingsTable } from './table.ts';

type Values = CamelCased<typeof settingsTable>;

/** The settings of the core, checked and frozen. Those of modules stand beside them, where a module finds its own. */
export type Settings = Readonly<
  ReturnType<typeof settingsOf> & {
    /** Which settings should stand elsewhere, in words. */
    readonly misplaced: readonly string[];
    /** Whether pages of the console follow changes of the project's parts, as `quire dev` wants it. */
    readonly followsChanges?: true;
  }
>;

/** Settings whose names follow from definitions: whether reading a collection requires signing in. */
export const SWITCH = /^[A-Z][A-Z0-9_]*_LOGIN_REQUIRED$/;

/** Groups related settings, and derives the secrets and paths that have no fixed default. */
export function settingsOf(values: Values, given: Environment, consoleDir: string) {
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
    consoleDir: servesConsole ? consoleDir : undefined,
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
