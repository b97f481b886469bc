import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { countJobs, type JobCounts } from '../../background/job-counts.ts';
import type { PoolState } from '../../database/engine.ts';
import { databaseFile } from '../../database/open.ts';
import type { ReplicaState } from '../../database/replica-state.ts';
import type { Concern } from '../../module/concern.ts';
import type { Host } from '../../module/host.ts';
import { changedTables, type RecordStore } from '../../records/index.ts';
import { message } from './messages/message.ts';

/** A disk that holds uploads, or the embedded database. */
interface Disk {
  readonly holds: 'uploads' | 'database';
  readonly bytes: number;
  readonly freeBytes: number;
}

/** How a server does: what it runs on, how busy that is, and what somebody should look at. */
export interface ServerState {
  readonly concerns: readonly Concern[];
  readonly version: string;
  readonly startTime: number;
  readonly engine: string;
  readonly databaseBytes: number;
  readonly pools: readonly PoolState[];
  readonly replicas: readonly ReplicaState[];
  readonly disks: readonly Disk[];
  readonly jobs: readonly JobCounts[];
}

/** Fuller disks are a concern: databases and uploads grow. */
const LEAST_FREE = 0.1;

/** Looks at a server and at what its modules find. Counts that cost a scan are left out. */
export async function stateOf({ settings, uploads, store, concerns }: Host): Promise<ServerState> {
  const { database, jobs } = store;
  const { engine } = database;
  const [size] = await database.reads.all({ sql: engine.size, parameters: [] });
  const counted = await countJobs(database, jobs.kinds, Date.now());
  const disks = await disksOf({ uploads: uploads.incoming, database: databaseFile(settings.databaseUrl) });
  const replicas = engine.replicas?.() ?? [];
  const found = await Promise.all(concerns.map((find) => find()));
  return {
    concerns: [
      ...ofJobs(counted),
      ...ofReplicas(replicas),
      ...ofDisks(disks),
      ...(await ofTables(store)),
      ...found.flat(),
    ],
    version: manifest.version,
    startTime: Math.round(performance.timeOrigin),
    engine: engine.name,
    databaseBytes: Number(size?.bytes),
    pools: engine.pools(),
    replicas,
    disks,
    jobs: counted.filter(({ unfinished, givenUp }) => unfinished > 0 || givenUp > 0),
  };
}

async function disksOf(files: Readonly<Record<Disk['holds'], string | undefined>>): Promise<Disk[]> {
  const folders = { uploads: files.uploads, ...(files.database && { database: dirname(files.database) }) };
  const found = Object.entries(folders).map(async ([holds, folder = '']) => {
    const disk = await statfs(folder).catch(() => undefined); // no upload has made it yet
    if (!disk) return [];
    return [
      { holds: holds as Disk['holds'], bytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize },
    ];
  });
  return (await Promise.all(found)).flat();
}

function ofJobs(jobs: readonly JobCounts[]): Concern[] {
  const count = jobs.reduce((sum, { givenUp }) => sum + givenUp, 0);
  return count === 0 ? [] : [{ text: message('jobsGivenUp', { count }), page: '/admin/jobs?state=failed' }];
}

function ofReplicas(replicas: readonly ReplicaState[]): Concern[] {
  return replicas.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ text: message('replicaUnused', { name, problem }) }],
  );
}

function ofDisks(disks: readonly Disk[]): Concern[] {
  return disks
    .filter(({ bytes, freeBytes }) => freeBytes < bytes * LEAST_FREE)
    .map(({ holds, bytes, freeBytes }) => {
      const percent = Math.floor((100 * freeBytes) / bytes);
      return { text: message(holds === 'uploads' ? 'uploadsFill' : 'databaseFills', { percent }) };
    });
}

async function ofTables(store: RecordStore): Promise<Concern[]> {
  const changed = await changedTables(store);
  return changed.flatMap(({ reason }) => (reason ? [{ text: reason }] : []));
}
