import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile } from '../../database/open.ts';
import { readProject } from '../../project/read-project.ts';
import type { Settings } from '../../settings/values.ts';
import { openServer } from '../../start.ts';

/**
 * Starts the project on a temporary database. Throws what stops any start of it, whatever the real database holds. Answers why it
 * was not tried: the temporary database is of SQLite, and a query may have no select for that.
 */
export async function tryStart(settings: Settings): Promise<readonly string[]> {
  if (databaseFile(settings.databaseUrl) === undefined) {
    const { catalogue } = await readProject(settings);
    const other = catalogue.queries.find(({ sql }) => sql?.sqlite === undefined);
    if (other) return [`Notice      no start is tried: query '${other.name}' has no select for SQLite`];
  }
  const folder = mkdtempSync(join(tmpdir(), 'quire-doctor-'));
  try {
    const server = await openServer({
      ...settings,
      databaseUrl: `file:${join(folder, 'trial.db')}`,
      uploadDir: join(folder, 'uploads'),
      mailDir: join(folder, 'mail'),
      adminPassword: randomBytes(24).toString('base64url'),
      logLevel: 'silent',
    });
    await server.close();
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
