import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../settings/values.ts';
import { openServer } from '../../start.ts';

/** Starts the project on a temporary database. Throws what stops any start of it, whatever the real database holds. */
export async function tryStart(settings: Settings): Promise<void> {
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
