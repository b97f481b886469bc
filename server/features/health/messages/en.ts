import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  serverLeaves: 'the server is about to stop',
  tablesDiffer: 'the tables do not match the definitions',
  changedTables:
    'How many adopted tables are no longer what their definitions name; absent where all are. The state of the server names them',
  uploadsFull: 'the folder of uploads has no space left',
  uploadsNotWritable: 'the folder of uploads cannot be written',
  probeLabel: 'Probes of the database',
  jobsGivenUp: ({ count }) =>
    `${count} ${count === 1 ? 'job has' : 'jobs have'} failed and will not be tried again`,
  replicaUnused: ({ name, problem }) => `The replica ${name} is not read: ${problem}`,
  uploadsFill: ({ percent }) => `The disk of uploads has ${percent} % left`,
  databaseFills: ({ percent }) => `The disk of the database has ${percent} % left`,
  serverState: 'How the server does, and what an operator should look at',
  concernText: 'What is wrong',
  concernPage: 'The page of the console that shows more; null if there is none',
  poolName: 'What the connections are for',
  replicaProblem: 'Why the replica is not read; null if it is',
  jobsDueSince: 'Since when the first job of this kind has been due; null if none is',
  connectedSessions: 'Sessions that were opened or refreshed within the life of an access token',
  latestSessions: 'The 100 sessions that were refreshed last',
  sessionClient: 'Whether a browser’s cookie or a program holds the refresh token',
  connectedNetwork: 'The address; of IPv6 its /64',
  streamKind: 'changes: a stream of changes; graphql: a subscription',
  streamUser: 'Who listens; null for a caller without a token',
  streamKey: 'The API key or app that listens for the user; null if none does',
  streamImpersonator: 'Who sees the server as this user; null if nobody does',
  latestStreams: 'The 100 streams that were opened last, of this process and its other workers',
  isWell: 'How long the process held its event loop at a stretch, in milliseconds',
  isLive: 'Whether the process is running',
  isReady:
    'Whether requests can be served: the database is reachable and its tables fit the definitions; else 503',
};
