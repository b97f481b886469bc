import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../../server/errors.ts';
import { settingsFrom } from '../../server/settings.ts';
import { openServer } from '../../server/start.ts';
import { temporaryFolder } from './test-database.ts';

export const IMPORTS = `import { anyOf, bigint, boolean, choice, date, dateTime, decimal, defineCollection, email, everyone, file, group, integer, json,
  login, longText, point, ownRecords, permission, reference, references, referredBy, richText, recordsWhere, slug, superAdministrator, text, url } from 'quire-cms';`;
export const GOOD_FIELDS = "title: text({ max: 20 }), state: choice(['draft', 'published'])";
export const ACCESS = 'read: everyone, create: login, update: login, delete: login';

/** What a collection of this content is refused with; undefined where it starts. */
export async function refusal(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const folder = temporaryFolder();
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  for (const [name, source] of Object.entries(files)) writeFileSync(join(contentDir, name), source);
  const settings = settingsFrom({
    SAMPLE_DATA: 'true',
    QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
    DATABASE_URL: `file:${join(folder, 'quire.db')}`,
    ...environment,
  });
  try {
    const server = await openServer({ ...settings, contentDir, logLevel: 'silent' });
    await server.close();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error instanceof Error ? error.stack : error));
    return error.message;
  }
}

export const collection = (rest: string, name = 'thing') =>
  `${IMPORTS}\nexport default defineCollection({ name: '${name}', label: 'Thing', ${rest} });`;
export const withFields = (fields: string) =>
  collection(`audit: 'full', path: '/v1/thing', fields: { ${fields} }, access: { ${ACCESS} }`);
export const withAccess = (access: string) =>
  collection(`audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }, access: { ${access} }`);
export const withOptions = (options: string) =>
  collection(
    `audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }, ${options}`,
  );
