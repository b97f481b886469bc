// Writes the types of the server's own routes for the typed client. A test fails while the file differs from the table of routes.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBuiltInRoutes } from '../server/features/client/write-routes.ts';
import { settingsFrom } from '../server/settings.ts';
import { openServer } from '../server/start.ts';

/** Their files, by what they hold. */
export const BUILT_IN = {
  types: 'server/features/client/runtime/built-in-routes.ts',
  forms: 'server/features/client/runtime/built-in-forms.ts',
} as const;

/** The texts of these files: all routes that any settings open, whichever records the server has. */
export async function builtInRoutes(contentDir = 'content', locales = '') {
  const folder = mkdtempSync(join(tmpdir(), 'quire-routes-'));
  const server = await openServer(
    settingsFrom({
      CONTENT_DIR: contentDir,
      DATABASE_URL: `file:${join(folder, 'routes.db')}`,
      LOCALES: locales,
      LOG_LEVEL: 'silent',
      MCP: 'true',
      OIDC_PROVIDERS: 'any',
      OIDC_ANY_CLIENT_ID: 'any',
      OIDC_ANY_CLIENT_SECRET: 'any',
      OIDC_ANY_ISSUER: 'https://login.example.org',
      PUBLIC_URL: 'https://cms.example.org',
      QUIRE_ADMIN_PASSWORD: 'nobody signs in here',
      QUIRE_SECRET: randomBytes(32).toString('hex'),
      SAMPLE_DATA: 'false',
      SCIM: 'true',
      UPLOAD_DIR: join(folder, 'uploads'),
    }),
  );
  try {
    return writeBuiltInRoutes(server.routes, server.records.catalogue);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { types, forms } = await builtInRoutes();
  writeFileSync(BUILT_IN.types, types);
  writeFileSync(BUILT_IN.forms, forms);
}
