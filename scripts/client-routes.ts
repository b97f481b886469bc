// Writes what is made of the table of routes: the types of the server's own routes for the typed client, and what is recorded of
// routes and other tables. A test fails while one of these files differs.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBuiltInRoutes } from '../server/client/write-routes.ts';
import { settingsFrom } from '../server/settings.ts';
import { openServer, type Server } from '../server/start.ts';
import { nameOf, recordedTexts } from './recorded.ts';

/** The files of the typed client, by what they hold. */
const BUILT_IN = {
  types: 'server/client/runtime/built-in-routes.ts',
  forms: 'server/client/runtime/built-in-forms.ts',
} as const;
/** Projects whose collections have routes to record: with drafts in several languages, and a tree. */
const PROJECTS = ['editions', 'cabinet'];

/** The texts of all files, by their paths. The routes are all that any settings open. */
export async function filesOfRoutes(): Promise<Readonly<Record<string, string>>> {
  const [own, ...others] = await Promise.all(
    ['content', ...PROJECTS.map((name) => `test/content/${name}`)].map((folder) =>
      withEveryRoute(folder, folder.endsWith('editions') ? 'zh,en,de' : '', ({ routes, store: records }) => ({
        routes,
        built: writeBuiltInRoutes(routes, records.catalogue),
      })),
    ),
  );
  if (!own) throw new Error('no project has routes');
  for (const { built } of others)
    if (built.types !== own.built.types || built.forms !== own.built.forms)
      throw new Error('the own routes of the server differ with the collections of a project');
  const known = new Set(own.routes.map(nameOf));
  const ofCollections = others.flatMap(({ routes }) => routes.filter((one) => !known.has(nameOf(one))));
  return {
    [BUILT_IN.types]: own.built.types,
    [BUILT_IN.forms]: own.built.forms,
    ...(await recordedTexts([...own.routes, ...ofCollections])),
  };
}

/** What `use` makes of a server with all routes that any settings open. */
async function withEveryRoute<Made>(contentDir: string, locales: string, use: (server: Server) => Made) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-routes-'));
  const server = await openServer(
    settingsFrom({
      CONTENT_DIR: contentDir,
      DATABASE_URL: `file:${join(folder, 'routes.db')}`,
      LOCALES: locales,
      LOG_LEVEL: 'silent',
      GRAPHQL: 'true',
      MCP: 'true',
      PROVIDER: 'true',
      PROVIDER_REGISTRATION: 'true',
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
    return await use(server);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main)
  for (const [file, text] of Object.entries(await filesOfRoutes())) writeFileSync(file, text);
