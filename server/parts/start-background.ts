import type { FastifyInstance } from 'fastify';
import {
  answer,
  attempt,
  expirySchedule,
  impersonation,
  KNOWN_DAYS,
  knownNetwork,
  logoutToken,
  mailToken,
  presence,
  previewLink,
  refusal,
  sessionSweep,
  trustedDevice,
  usedChallenge,
} from '../access/index.ts';
import { job, type PeriodicTask, type Schedule } from '../background/index.ts';
import type { Definition } from '../definitions/define-collection.ts';
import {
  change,
  earlierWritesSchedule,
  LogChain,
  log,
  moveHistoryStart,
  type RecordStore,
  type Retention,
  renewalSchedule,
  retentionSchedule,
  revision,
} from '../records/index.ts';
import { sealedCollections } from '../sealed-collections.ts';
import type { Settings } from '../settings/values.ts';
import { startTrigrams } from './extend-trigrams.ts';
import { startStatistics } from './gather-statistics.ts';
import { startReleasingSpace } from './release-space.ts';
import { startSealing } from './seal-log.ts';

interface Background {
  /** False for commands: a server keeps the times of schedules, by its own settings. */
  readonly keepsTime: boolean;
  readonly app: FastifyInstance;
  readonly store: RecordStore;
  /** Those of the modules. */
  readonly schedules: readonly Schedule[];
}

/** Starts jobs, and schedules if this process keeps their times. Returns what else it started, to be stopped before the database. */
export function startBackground(
  { app, store, schedules, keepsTime }: Background,
  settings: Settings,
  isNewDatabase: boolean,
): readonly PeriodicTask[] {
  for (const schedule of [...schedulesOf(store, settings), ...schedules])
    store.jobs.schedule(schedule, isNewDatabase);
  store.jobs.start((cause, what) => app.log.error({ err: cause }, what), keepsTime);
  return keepsTime
    ? [
        startSealing(app, store, settings),
        ...startStatistics(app, store.database.engine),
        ...startReleasingSpace(app, store.database.engine),
        ...startTrigrams(app, store),
      ]
    : [];
}

/** What the server does at set times. */
function schedulesOf(store: RecordStore, settings: Settings): Schedule[] {
  return [
    ...retentionsOf(store, settings)
      .filter(({ days }) => days > 0)
      .map((retention) => retentionSchedule(store, retention)),
    sessionSweep(store),
    renewalSchedule(store, { sealed: sealedCollections, secrets: settings.secrets }),
    expirySchedule(store),
    earlierWritesSchedule(store),
  ];
}

/** How long a finished job is listed. Must be longer than the time for which a missed run is made up for. */
const FINISHED_JOBS_DAYS = 8;
/** How long short-lived records stay after they have expired. */
const HOUR = 1 / 24;

/** How long records of the server's own collections are kept. */
function retentionsOf(
  store: RecordStore,
  { logRetentionDays, historyRetentionDays, changesRetentionDays, idempotencyHours, secrets }: Settings,
): Retention[] {
  const expired = (definition: Definition): Retention => ({ definition, age: 'expire_time', days: HOUR });
  return [
    {
      definition: log,
      age: 'create_time',
      days: logRetentionDays,
      announce: (before, signal) => new LogChain(store, secrets).noteRetention(before, signal),
    },
    { definition: refusal, age: 'create_time', days: logRetentionDays },
    { definition: knownNetwork, age: 'time', days: KNOWN_DAYS },
    { definition: presence, age: 'time', days: HOUR },
    ...[impersonation, previewLink, mailToken, attempt, logoutToken, trustedDevice, usedChallenge].map(
      expired,
    ),
    { definition: answer, age: 'create_time', days: idempotencyHours / 24 },
    {
      definition: revision,
      age: 'time',
      days: historyRetentionDays,
      announce: (before) => moveHistoryStart(store, before),
    },
    {
      definition: change,
      age: 'time',
      days: changesRetentionDays,
      announce: (before) => store.changes.moveStart(before),
    },
    { definition: job, age: 'end_time', days: FINISHED_JOBS_DAYS, only: ['state', 'done'] },
  ];
}
