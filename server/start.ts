import type { FastifyInstance } from 'fastify';
import { answer } from './access/answer.record.ts';
import { type FirstRows, makeFirstRows } from './access/first-rows.ts';
import { buildApp } from './app.ts';
import { builtInRecords } from './built-in-records.ts';
import { openDatabase } from './database/database.ts';
import { inOrderOfReference, makeCatalogue } from './definitions/catalogue.ts';
import type { Definition } from './definitions/define-record.ts';
import { findDefinitions } from './definitions/find-definitions.ts';
import { AppError, CannotStart } from './errors.ts';
import { type Act, type Committed, system } from './records/act.ts';
import { moveHorizon } from './records/horizon.ts';
import { log } from './records/log.record.ts';
import { makeRecords, type Records } from './records/records.ts';
import { keepForDays, type Retention } from './records/retention.ts';
import { revision } from './records/revision.record.ts';
import { requireSoundRules } from './records/sound-rules.ts';
import type { Writes } from './records/writes.ts';
import type { Settings } from './settings.ts';

/** A server that is ready to listen. */
export interface Server {
  readonly app: FastifyInstance;
  readonly records: Records;
  /** What a first start made; undefined at any later one. */
  readonly firstRows: FirstRows | undefined;
  /** Finishes what runs, then closes the database. */
  close(): Promise<void>;
}

/** Says what only a first start knows: the generated password of root. */
export function tellFirstPassword({ firstRows }: Server): void {
  if (firstRows?.generatedPassword === undefined) return;
  console.log(
    `\nFirst start: sign in as root with the password  ${firstRows.generatedPassword}\nIt is shown only now.`,
  );
}

async function keepSample(writes: Writes, definition: Definition, sample: unknown): Promise<void> {
  try {
    await writes.create(definition, sample as never);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new CannotStart(`record '${definition.name}': a sample cannot be kept (${cause.text})`, { cause });
  }
}

/** How long a running request may delay the end. */
const PATIENCE_MS = 8000;

/** Opens the database of these settings, makes what a new one begins with, and builds the app. */
export async function openServer(settings: Settings): Promise<Server> {
  const definitions = await findDefinitions(settings.contentDir);
  const catalogue = makeCatalogue([...builtInRecords, ...definitions]);
  requireSoundRules(catalogue);
  let firstRows: FirstRows | undefined;
  let later: Committed[] = [];
  const database = await openDatabase(settings, catalogue, async (opened, connection) => {
    later = [];
    const caused = { depth: 0, later };
    const act: Act = { actor: system, requestId: 'start', now: Date.now(), caused };
    const writes = makeRecords(opened, catalogue).writesIn(connection, act);
    const beginning = { rootPassword: settings.adminPassword, withSamples: settings.sampleData };
    firstRows = await makeFirstRows(writes, beginning, async () => {
      for (const definition of inOrderOfReference(definitions)) {
        for (const sample of definition.samples) await keepSample(writes, definition, sample);
      }
    });
  });
  const records = makeRecords(database, catalogue);
  try {
    const lifetimes = { access: settings.accessTokenTtl, refresh: settings.refreshTokenTtl };
    const app = await buildApp({ ...settings, records, lifetimes });
    records.afterCommits.listen((cause) => app.log.error({ err: cause }, 'a hook failed after its commit'));
    records.afterCommits.add(later);
    const endings = keptRows(records, settings).map((retention) =>
      keepForDays(records, retention, (cause) =>
        app.log.error({ err: cause }, `old rows of ${retention.definition.name} could not be taken away`),
      ),
    );
    const close = async () => {
      // A connection that was busy when the closing began would otherwise idle on for its keep-alive time.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
      const lastCall = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
      await app.close();
      clearInterval(sweep);
      clearTimeout(lastCall);
      await Promise.all(endings.map((end) => end()));
      await records.afterCommits.end();
      await database.close();
    };
    return { app, records, firstRows, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function keptRows(
  records: Records,
  { logRetentionDays, historyRetentionDays, idempotencyHours }: Settings,
): Retention[] {
  const announce = (before: number) => moveHorizon(records, before);
  return [
    { definition: log, age: 'create_time', days: logRetentionDays },
    { definition: answer, age: 'create_time', days: idempotencyHours / 24 },
    { definition: revision, age: 'time', days: historyRetentionDays, announce },
  ];
}
