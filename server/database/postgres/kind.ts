import { requireInstalled } from '../../shared/system/optional-packages.ts';
import type { EngineKind } from '../engine.ts';
import { serverUrls } from '../server-url.ts';

/** PostgreSQL from version 13, poolers before it, and servers that speak its protocol. */
export const postgres: EngineKind = {
  ...serverUrls({
    schemes: ['postgres', 'postgresql'],
    parameters: {
      host: undefined, // the folder of a socket
      sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
      sslrootcert: undefined,
      sslcert: undefined,
      sslkey: undefined,
      sslnegotiation: ['postgres', 'direct'],
      uselibpqcompat: ['true', 'false'],
      options: undefined,
      application_name: undefined,
      // Quire writes, so it never asks for a standby.
      target_session_attrs: ['any', 'read-write', 'primary'],
    },
    hasSeveralHosts: true,
    tls: 'TLS is ?sslmode=verify-full',
  }),
  async open(address) {
    requireInstalled('pg', 'DATABASE_URL');
    const { openPostgres } = await import('./open.ts');
    return openPostgres(address);
  },
  async replicated(engine, address, urls) {
    const { withPostgresReplicas } = await import('./replicas/replication.ts');
    return withPostgresReplicas(engine, address, urls);
  },
  async countOthers(databaseUrl) {
    requireInstalled('pg', 'DATABASE_URL');
    const { countOthers } = await import('./others.ts');
    return countOthers(databaseUrl);
  },
  async dumps(databaseUrl) {
    requireInstalled('pg', 'DATABASE_URL');
    const { postgresDumps } = await import('./dumps.ts');
    return postgresDumps(databaseUrl);
  },
  compact: async () => ({
    note: 'PostgreSQL uses free space again by itself (autovacuum). To give it back to the disk, run VACUUM FULL on a table while Quire is stopped: it locks the table and copies it.',
  }),
};
