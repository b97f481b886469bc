import { requireInstalled } from '../../shared/system/optional-packages.ts';
import type { EngineKind } from '../engine.ts';
import { serverUrls } from '../server-url.ts';

/** PostgreSQL from version 13, and servers that speak its protocol. */
export const postgres: EngineKind = {
  ...serverUrls(['postgres', 'postgresql']),
  async open(address) {
    requireInstalled('pg', 'DATABASE_URL');
    const { openPostgres } = await import('./open.ts');
    return openPostgres(address);
  },
  async countOthers(databaseUrl) {
    requireInstalled('pg', 'DATABASE_URL');
    const { countOthers } = await import('./others.ts');
    return countOthers(databaseUrl);
  },
};
