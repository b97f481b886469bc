import type { FastifyInstance } from 'fastify';
import { type FirstAccounts, makeFirstAccounts } from './access/accounts/first-accounts.ts';
import { fillNameKeys } from './access/accounts/names.ts';
import { answer } from './access/answer.record.ts';
import { presence } from './access/presence.record.ts';
import { KNOWN_DAYS, knownNetwork } from './access/sign-in/known-network.record.ts';
import { sessionSweep } from './access/sign-in/sweep-sessions.ts';
import { buildApp } from './app.ts';
import { job } from './background/job.record.ts';
import { builtInRecords } from './built-in-records.ts';
import { openDatabase } from './database/database.ts';
import type { Raw } from './database/engine.ts';
import { inOrderOfReference, makeCatalogue } from './definitions/catalogue.ts';
import type { Definition } from './definitions/define-record.ts';
import { findDefinitions } from './definitions/find-definitions.ts';
import { AppError, CannotStart } from './errors.ts';
import { render } from './messages/message.ts';
import { log } from './records/log.record.ts';
import { moveHistoryStart } from './records/past/history-start.ts';
import { type Retention, retentionSchedule } from './records/past/retention.ts';
import { makeRecords, type Records } from './records/records.ts';
import { requireSoundRules } from './records/rows/sound-rules.ts';
import { systemContext } from './records/rows/write-context.ts';
import { revision } from './records/write/revision.record.ts';
import type { Writes } from './records/write/writes.ts';
import type { Settings } from './settings.ts';

/** A server that is ready to listen. */
export interface Server {
  readonly app: FastifyInstance;
  readonly records: Records;
  /** What a first start made; undefined at any later one. */
  readonly firstAccounts: FirstAccounts | undefined;
  /** What the operator is to be told of the tables. */
  readonly notices: readonly string[];
  /** Finishes what runs, then closes the database. */
  close(): Promise<void>;
}

/** How long a running request may delay the end. */
const PATIENCE_MS = 8000;
/** After this time, jobs that still run are left to another process or the next start. */
const STOP_JOBS_WITHIN_MS = 9000;

/** Opens a server from settings: definitions, database, first rows, app, background work. */
export async function openServer(settings: Settings): Promise<Server> {
  const definitions = await findDefinitions(settings.contentDir);
  const catalogue = makeCatalogue([...builtInRecords, ...definitions]);
  requireSoundRules(catalogue);
  const database = await openDatabase(settings, catalogue);
  try {
    const records = makeRecords(database, catalogue, settings.language);
    const firstAccounts = await makeFirstRows(records, definitions, settings);
    await fillNameKeys(records);
    const lifetimes = {
      access: settings.accessTokenTtl,
      refresh: settings.refreshTokenTtl,
      session: settings.sessionTtl,
    };
    const app = await buildApp({ ...settings, records, lifetimes });
    startBackground(app, records, settings);
    const close = async () => {
      const deadline = Date.now() + STOP_JOBS_WITHIN_MS;
      await closeApp(app);
      await records.jobs.end(Math.max(0, deadline - Date.now()));
      await database.close();
    };
    return { app, records, firstAccounts, notices: database.notices, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Prints what only a first start knows: the generated password of root. */
export function tellFirstPassword({ firstAccounts }: Server): void {
  if (firstAccounts?.generatedPassword === undefined) return;
  console.log(
    `\nFirst start: sign in as root with the password  ${firstAccounts.generatedPassword}\nIt is shown only now.`,
  );
}

/** Creates what a new database begins with. Of processes that start together, the first does so. */
function makeFirstRows(
  records: Records,
  definitions: readonly Definition[],
  { adminPassword, sampleData, language }: Settings,
): Promise<FirstAccounts | undefined> {
  return records.writeAlone(systemContext('start'), async (writes) => {
    const firstAccounts = await makeFirstAccounts(writes, adminPassword, language);
    if (firstAccounts && sampleData) await makeSamples(writes, definitions);
    return firstAccounts;
  });
}

async function makeSamples(writes: Writes, definitions: readonly Definition[]): Promise<void> {
  for (const definition of inOrderOfReference(definitions))
    for (const sample of definition.samples) await makeSample(writes, definition, sample);
}

async function makeSample(writes: Writes, definition: Definition, sample: Raw): Promise<void> {
  try {
    await writes.create(definition, sample);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new CannotStart(
      `record '${definition.name}': a sample cannot be kept (${render(cause.text, 'en')})`,
      { cause },
    );
  }
}

/** Starts jobs and schedules. */
function startBackground({ log }: FastifyInstance, records: Records, settings: Settings): void {
  for (const retention of retentionsOf(records, settings))
    if (retention.days > 0) records.jobs.schedule(retentionSchedule(records, retention));
  records.jobs.schedule(sessionSweep(records));
  records.jobs.start((cause, what) => log.error({ err: cause }, what));
}

/** How long a finished job is listed; longer than a missed due time is made up for. */
const FINISHED_JOBS_DAYS = 8;

function retentionsOf(
  records: Records,
  { logRetentionDays, historyRetentionDays, idempotencyHours }: Settings,
): Retention[] {
  const announce = (before: number) => moveHistoryStart(records, before);
  return [
    { definition: log, age: 'create_time', days: logRetentionDays },
    { definition: knownNetwork, age: 'time', days: KNOWN_DAYS },
    { definition: presence, age: 'time', days: 1 / 24 },
    { definition: answer, age: 'create_time', days: idempotencyHours / 24 },
    { definition: revision, age: 'time', days: historyRetentionDays, announce },
    { definition: job, age: 'end_time', days: FINISHED_JOBS_DAYS, only: ['state', 'done'] },
  ];
}

/** Answers what is under way, for a while, and closes every connection. */
async function closeApp(app: FastifyInstance): Promise<void> {
  // A connection that was busy when the closing began would otherwise idle on for its keep-alive time.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const lastCall = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(lastCall);
}
