/** Seconds of CPU that a request takes. */
export interface Cost {
  readonly server: number;
  readonly database: number;
}

/** What was measured at one process. */
export interface Costs {
  readonly read: Cost;
  readonly write: Cost;
  /** What a write adds to the database with its indexes, log and history. */
  readonly bytesAWrite: number;
}

/** Requests a second. */
export interface Load {
  readonly reads: number;
  readonly writes: number;
}

/** What a load needs. */
export interface Needs {
  readonly processes: number;
  /** The cores of all processes, and those of the database server that takes the writes. */
  readonly serverCores: number;
  readonly primaryCores: number;
  readonly replicas: number;
  readonly connections: number;
  readonly gigabytesADay: number;
  /** The bound of `BOUNDS` that is nearest, or was passed, and how much of it is used. */
  readonly first: { readonly what: string; readonly share: number };
}

/** A core that is busier than this answers slowly: at a load of ρ a request waits 1 / (1 − ρ) times as long. */
const BUSY = 0.6;
/** Connections of a process, the default of DATABASE_CONNECTIONS. */
const CONNECTIONS = 20;
/** How much of the reads replicas can take: the rest are by id, and ask who asks (measured in docs/design/replicas.md). */
const REPLICABLE = 0.83;
/** What one database server and the people who run it bear, in round figures. */
const BOUNDS = { cores: 64, connections: 1000, gigabytesADay: 50 };

/** Computes what a load needs from what one request costs. */
export function needsOf(costs: Costs, { reads, writes }: Load): Needs {
  const serverCores = reads * costs.read.server + writes * costs.write.server;
  const processes = Math.max(1, Math.ceil(serverCores / BUSY));
  const ofReads = (reads * costs.read.database) / BUSY;
  const ofWrites = (writes * costs.write.database) / BUSY;
  // A replica applies each write too, which costs it about as much as the statement that wrote it.
  const room = BOUNDS.cores - ofWrites;
  const excess = Math.max(0, Math.min(REPLICABLE * ofReads, ofReads + ofWrites - BOUNDS.cores));
  const replicas = room > 0 ? Math.ceil(excess / room) : 0;
  const primaryCores = ofReads + ofWrites - (replicas > 0 ? excess : 0);
  const connections = processes * CONNECTIONS;
  const gigabytesADay = (writes * costs.bytesAWrite * 86_400) / 1e9;
  const shares = [
    { what: 'cores of the primary', share: primaryCores / BOUNDS.cores },
    { what: 'connections', share: connections / BOUNDS.connections },
    { what: 'growth of the disk', share: gigabytesADay / BOUNDS.gigabytesADay },
    { what: 'cores of the one machine', share: (serverCores / BUSY + primaryCores) / BOUNDS.cores },
  ];
  const first = shares.reduce((most, one) => (one.share > most.share ? one : most));
  return { processes, serverCores, primaryCores, replicas, connections, gigabytesADay, first };
}

/** The rate of a number of processes on the given free cores, which they share with the load generator. */
export function highestRate(
  { server, database }: Cost,
  load: number,
  processes: number,
  cores: number,
): number {
  return Math.min(processes / server, cores / (server + database + load));
}
