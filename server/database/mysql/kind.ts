import { requireInstalled } from '../../shared/system/optional-packages.ts';
import type { EngineKind } from '../engine.ts';
import { serverUrls } from '../server-url.ts';

/** MySQL from version 8.0.19, MariaDB from 10.6, and servers that speak their protocol. */
export const mysql: EngineKind = {
  ...serverUrls({
    schemes: ['mysql'],
    parameters: { ssl: undefined, socketPath: undefined },
    hasSeveralHosts: false,
    tls: 'TLS is ?ssl={"rejectUnauthorized":true}',
  }),
  async open(address) {
    requireInstalled('mysql2', 'DATABASE_URL');
    const { openMysql } = await import('./open.ts');
    return openMysql(address);
  },
  async replicated(engine, address, urls) {
    const { withMysqlReplicas } = await import('./replicas/replication.ts');
    return withMysqlReplicas(engine, address, urls);
  },
  async countOthers(databaseUrl) {
    requireInstalled('mysql2', 'DATABASE_URL');
    const { countOthers } = await import('./others.ts');
    return countOthers(databaseUrl);
  },
  async dumps(databaseUrl) {
    requireInstalled('mysql2', 'DATABASE_URL');
    const { mysqlDumps } = await import('./dumps.ts');
    return mysqlDumps(databaseUrl);
  },
  compact: async () => ({
    note: 'MySQL and MariaDB use free space again by themselves. To give it back to the disk, run OPTIMIZE TABLE on a table at a quiet time: it copies the table.',
  }),
};
