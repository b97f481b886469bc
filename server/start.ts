import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  createFirstAccounts,
  type FirstAccounts,
  fillFoldedKeys,
  keepStamps,
  type OwnWork,
} from './access/index.ts';
import { buildApp } from './app.ts';
import type { PeriodicTask } from './background/periodic-task.ts';
import type { ConsolePart } from './console-parts/define-parts.ts';
import { type ConsoleParts, openParts } from './console-parts/open-parts.ts';
import { type OpenedDatabase, openDatabase, type Raw } from './database/index.ts';
import {
  type AccessRule,
  type Definition,
  inFile,
  inOrderOfReference,
  prepareSortKeys,
} from './definitions/for-server.ts';
import { AppError, CannotStart } from './errors.ts';
import type { Route } from './http/route.ts';
import { render } from './messages/message.ts';
import { noticesOf } from './module/notices.ts';
import { modules } from './modules.ts';
import { startBackground } from './parts/start-background.ts';
import {
  defineWork,
  type Project,
  readProject,
  requireMigrated,
  requireOwnGroups,
  skipMigrations,
  strayFiles,
  toAccessRule,
  unknownGroups,
} from './project/index.ts';
import { markRespelt, respellAtStart } from './project/letters/at-start.ts';
import {
  beginEarlierWrites,
  createFirstDrafts,
  ensureSingletons,
  makeChangeHead,
  makeLogChain,
  makeRecordStore,
  type OpenTakeFile,
  prepareSearch,
  prepareTrigrams,
  queryNotices,
  type RecordStore,
  requireQueries,
  type SingletonIds,
  systemContext,
  type Writes,
} from './records/index.ts';
import type { Settings } from './settings/values.ts';

/** A server that is ready to listen. */
export interface Server {
  readonly app: FastifyInstance;
  /** Everything that a client can ask for. */
  readonly routes: readonly Route[];
  readonly store: RecordStore;
  readonly project: Project;
  /** How a seed takes files; undefined without the module of files. */
  readonly takeFile: OpenTakeFile | undefined;
  /** What can be run by hand. */
  readonly work: OwnWork;
  /** The accounts that a first start made; undefined at later starts. */
  readonly firstAccounts: FirstAccounts | undefined;
  /** What the operator should know. */
  readonly notices: readonly string[];
  /** Tells load balancers, by its readiness, to send nothing more. It goes on answering. */
  leave(): void;
  /** Finishes what runs, then closes the database. */
  close(): Promise<void>;
}

/** How long running requests may delay the end. */
const PATIENCE_MS = 8000;
/**
 * After this time the stop waits only for the database, whose connections may be silent. Jobs that still run are left to
 * another process or the next start.
 */
const STOP_WITHIN_MS = 8000;

/**
 * Opens a server from settings: definitions, database, first records, app, background work. The server of a command answers no
 * requests. One that does not keep time runs no schedules. One that is about to get its first collections may have none.
 */
export async function openServer(
  settings: Settings,
  isAnswering = true,
  keepsTime = isAnswering,
  mayBeEmpty = false,
): Promise<Server> {
  const { project, catalogue } = await readProject(settings, mayBeEmpty);
  const hasConsole = isAnswering && settings.consoleDir !== undefined;
  const consoleParts = await openParts(project.root, hasConsole ? project.console : [], ruleOfPart); // before a password can be lost
  prepareSortKeys(catalogue.all);
  const databaseReadUrls = isAnswering ? settings.databaseReadUrls : [];
  const database = await openDatabase({ ...settings, databaseReadUrls }, catalogue);
  try {
    const store = makeRecordStore(database, catalogue, settings.language);
    defineWork(store, project, settings);
    await requireQueries(store);
    await createFirstDrafts(store);
    const firstRecords = await createFirstRecords(store, project, settings);
    return await finishStart(
      { settings, project, consoleParts, database, store, isAnswering, keepsTime },
      firstRecords,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Started {
  readonly settings: Settings;
  readonly project: Project;
  readonly consoleParts: ConsoleParts;
  readonly database: OpenedDatabase;
  readonly store: RecordStore;
  readonly isAnswering: boolean;
  readonly keepsTime: boolean;
}

/** From here on root may have a password that nobody has seen: it is printed even if the start fails. */
async function finishStart(
  { settings, project, consoleParts, database, store, isAnswering, keepsTime }: Started,
  { firstAccounts, singletonIds }: FirstRecords,
): Promise<Server> {
  try {
    await requireMigrated(store.reads, project);
    await makeChangeHead(store);
    await makeLogChain(store, settings.secrets);
    await beginEarlierWrites(store);
    await fillFoldedKeys(store);
    await prepareSearch(store);
    await prepareTrigrams(store);
    const unstamped = await keepStamps(store);
    const respelt = await respellAtStart(store);
    const lifetimes = {
      access: settings.accessTokenTtl,
      refresh: settings.refreshTokenTtl,
      session: settings.sessionTtl,
    };
    const work: OwnWork = {
      jobs: project.jobs.map(({ defined }) => defined),
      mails: project.mail.map(({ defined }) => defined),
      panels: project.panels.map(({ defined }) => ({ ...defined, access: toAccessRule(defined.access) })),
    };
    const departure = new AbortController();
    const { app, routes, schedules, takeFile } = await buildApp({
      ...settings,
      leaving: departure.signal,
      store,
      singletonIds,
      lifetimes,
      isAnswering,
      projectRoutes: project.routes,
      plugins: project.plugins.map(({ defined }) => defined),
      work,
      consoleParts,
    });
    try {
      const notices = [...respelt, ...unstamped, ...(await lastChecks(database, store, project, settings))];
      const tasks = startBackground(
        { app, store, schedules, keepsTime },
        settings,
        firstAccounts !== undefined,
      );
      const leave = () => departure.abort();
      const close = () => closeServer(app, store, tasks);
      return { app, routes, store, project, takeFile, work, firstAccounts, notices, leave, close };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    tellFirstPassword({ firstAccounts });
    throw error;
  }
}

function ruleOfPart(part: ConsolePart): AccessRule | undefined {
  return 'access' in part ? toAccessRule(part.access) : undefined;
}

/** Checks that need a prepared database. Throws CannotStart, or returns notices for the operator. */
async function lastChecks(
  database: OpenedDatabase,
  store: RecordStore,
  project: Project,
  settings: Settings,
): Promise<string[]> {
  const { reads } = store;
  await requireOwnGroups(reads, project);
  return [
    ...database.notices,
    ...(await queryNotices(store)),
    ...strayFiles(project),
    ...mailNotices(project, settings),
    ...(await unknownGroups(reads, project, settings)),
    ...(await noticesOf(modules, reads, settings)),
  ];
}

async function closeServer(
  app: FastifyInstance,
  store: RecordStore,
  tasks: readonly PeriodicTask[],
): Promise<void> {
  const deadline = Date.now() + STOP_WITHIN_MS;
  const left = () => Math.max(0, deadline - Date.now());
  const inTime = (work: Promise<void>) => Promise.race([work, wait(left(), undefined, { ref: false })]);
  await inTime(closeApp(app));
  await inTime(Promise.all(tasks.map((task) => task.stop())).then(() => undefined));
  await inTime(store.jobs.end(left()));
  await store.database.close();
}

/** Prints what only a first start knows: the generated password of root. */
export function tellFirstPassword({ firstAccounts }: Pick<Server, 'firstAccounts'>): void {
  if (firstAccounts?.generatedPassword === undefined) return;
  console.log(
    `\nFirst start: sign in as root with the password  ${firstAccounts.generatedPassword}\nIt is shown only now.`,
  );
}

interface FirstRecords {
  readonly firstAccounts: FirstAccounts | undefined;
  readonly singletonIds: SingletonIds;
}

/** Creates the first records of a new database or a new singleton. If several processes start at once, one of them does it. */
function createFirstRecords(
  store: RecordStore,
  project: Project,
  { adminPassword, sampleData, language }: Settings,
): Promise<FirstRecords> {
  return store.writeAlone(systemContext('start'), async (writes) => {
    const firstAccounts = await createFirstAccounts(writes, adminPassword, language);
    if (firstAccounts && sampleData) await makeSamples(writes, project.collections);
    if (firstAccounts) await skipMigrations(writes, project);
    if (firstAccounts) await markRespelt(writes);
    return { firstAccounts, singletonIds: await ensureSingletons(writes, project.collections) };
  });
}

async function makeSamples(writes: Writes, definitions: readonly Definition[]): Promise<void> {
  for (const definition of inOrderOfReference(definitions))
    for (const sample of definition.samples) await createSample(writes, definition, sample);
}

async function createSample(writes: Writes, definition: Definition, sample: Raw): Promise<void> {
  try {
    const written = writes.catalogue.writable(definition);
    const id = await writes.create(written, sample);
    if (written.draftOf !== undefined) await writes.publish(written, id);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new CannotStart(
      `collection '${definition.name}'${inFile(definition)}: a sample cannot be kept (${render(cause.text, 'en')})`,
      { cause },
    );
  }
}

function mailNotices({ mail }: Project, { mailUrl, mailDir }: Settings): string[] {
  if (mail.length === 0 || mailUrl !== undefined) return [];
  return [`Mails are not sent but kept in ${mailDir}: MAIL_URL names a server that sends them.`];
}

/** Lets running requests end for a while, then closes every connection. */
async function closeApp(app: FastifyInstance): Promise<void> {
  // Without this, a connection that was busy when closing began would stay open for its keep-alive time.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const lastCall = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(lastCall);
}
