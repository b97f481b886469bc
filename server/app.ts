import type { FastifyInstance } from 'fastify';
import {
  type Lifetimes,
  makeAdmitTask,
  makeFindActor,
  makeFindBeginner,
  makeFindKey,
  makeFindUser,
  makeIdentify,
  makePreviews,
  makeTokens,
  type OwnWork,
  syncPermissions,
} from './access/index.ts';
import type { Schedule } from './background/schedule.ts';
import type { ConsoleParts } from './console-parts/open-parts.ts';
import {
  fieldRulesOf,
  hooksFor,
  type Permission,
  type Plugin,
  permissionsOf,
} from './definitions/for-server.ts';
import { groupsInSettings } from './groups-in-settings.ts';
import {
  answerRequests,
  type FoundRoute,
  loadAfterListen,
  makeCompileSerialiser,
  makeFailureHandler,
  makeFastify,
  makeHashRequest,
  makeRefusalLog,
  makeToUrl,
  openPageFiles,
  type PageFiles,
  type Route,
  sharedSchemas,
} from './http/index.ts';
import { makeOwnMail } from './mail/own-mail.ts';
import {
  type Figure,
  type FindConcerns,
  type FindNotifications,
  type Host,
  isSwitchedOn,
  type ListStreams,
  type Opened,
  openModules,
} from './module/index.ts';
import { modules } from './modules.ts';
import {
  admitCallers,
  defineJobs,
  makeSignInParts,
  pluginFigures,
  tellSlowStatements,
} from './parts/index.ts';
import type { OpenTakeFile, RecordStore, SingletonIds } from './records/index.ts';
import { allRoutes } from './routes.ts';
import type { Settings } from './settings/values.ts';
import { openUploads } from './storage/open-uploads.ts';

export interface AppParts extends Settings {
  readonly store: RecordStore;
  readonly singletonIds: SingletonIds;
  readonly lifetimes: Lifetimes;
  readonly projectRoutes: readonly FoundRoute[];
  readonly plugins: readonly Plugin[];
  /** What the project defines to be run. */
  readonly work: OwnWork;
  readonly consoleParts: ConsoleParts;
  /** Aborted once the server is about to stop. */
  readonly leaving: AbortSignal;
  /** False for commands, which need only jobs and permissions: mounting the routes takes a sixth of a start. */
  readonly isAnswering: boolean;
}

/** The server and its route table. */
interface BuiltApp {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  /** What the modules do at set times. */
  readonly schedules: readonly Schedule[];
  readonly takeFile: OpenTakeFile | undefined;
}

/** Builds the whole server, ready to listen. */
export async function buildApp(parts: AppParts): Promise<BuiltApp> {
  const { store, secrets, switchedOff } = parts;
  const tokens = makeTokens(secrets);
  const identify = makeIdentify(tokens, makeFindActor(store));
  const letsAppsIn = modules.some((one) => one.letsAppsIn && isSwitchedOn(one, parts));
  const findKey = makeFindKey(store, { letsAppsIn });
  const { toUrl, listensAt } = makeToUrl(parts.publicUrl);
  const shared = sharedSchemas(store.catalogue);
  const serialiserOf = makeCompileSerialiser(shared);
  const refusals = makeRefusalLog(store, hooksFor(parts.plugins, 'afterRefusal'));
  const fail = makeFailureHandler(refusals, store.language);

  const app = makeFastify({ ...parts, language: store.language, fail });
  const admit = admitCallers(parts, { identify, findKey }, app);
  const findUser = makeFindUser(store);
  const findBeginner = makeFindBeginner({ findUser, findKey });
  const routes: Route[] = [];
  const told: Told = { figures: [], concerns: [], notifications: [], streams: [] };
  let declared: readonly Permission[] = [];
  const host: Host = {
    settings: parts,
    store,
    app,
    toUrl,
    identify,
    findKey,
    ...makeSignInParts(parts, tokens, toUrl),
    findBeginner,
    admitTask: makeAdmitTask({ database: store.database, findUser, findKey, switchedOff }),
    mail: makeOwnMail({ settings: parts, store, toUrl, mails: parts.work.mails }),
    uploads: openUploads(parts),
    fileUses: modules.flatMap(({ fileUses = [] }) => fileUses),
    providers: modules.flatMap(({ providersIn }) => providersIn?.(parts) ?? []),
    groupsInSettings: new Set(groupsInSettings(parts).map(({ name }) => name)),
    page: openConsole(parts, app),
    previews: makePreviews({ store, secrets, switchedOff, findBeginner }),
    singletonIds: parts.singletonIds,
    serialiserOf,
    work: parts.work,
    consoleParts: parts.consoleParts,
    plugins: parts.plugins,
    leaving: parts.leaving,
    routes,
    ...told,
    permissions: () => declared,
  };
  defineJobs(host);
  const opened = openModules(modules, host);
  tell(told, [...opened, { figures: pluginFigures(parts.plugins) }]);
  routes.push(...allRoutes({ ...parts, opened }));
  declared = permissionsOf([...routes.map(({ access }) => access), ...fieldRulesOf(store.catalogue)]);
  await syncPermissions(store, declared);

  app.addHook('onListen', async () => listensAt(app.server));
  loadAfterListen(app);
  refusals.keepWriting(app);
  store.advice.listen((line) => app.log.warn(line));
  tellSlowStatements(store.database, app, parts.slowStatementMs);

  if (parts.isAnswering) {
    const answering = { admit, fail, hashRequest: makeHashRequest(secrets), serialiserOf, routes, shared };
    await answerRequests(app, { ...parts, ...answering });
  }
  await app.ready();
  const takeFile = opened.find((one) => one.takeFile)?.takeFile;
  return { app, routes, schedules: opened.flatMap(({ schedules = [] }) => schedules), takeFile };
}

/** What the console's page says about the project's parts. */
function ownPartsOf({ consoleParts, plugins, followsChanges }: AppParts): 'none' | 'some' | 'followed' {
  if (followsChanges) return 'followed'; // also the first part that is added
  const isDescribed = plugins.some(
    ({ isolated }) => isolated && Object.keys(isolated.manifest.needs.console).length > 0,
  );
  return consoleParts.all.length > 0 || isDescribed ? 'some' : 'none';
}

/** What modules tell operators and users. */
interface Told {
  readonly figures: Figure[];
  readonly concerns: FindConcerns[];
  readonly notifications: FindNotifications[];
  readonly streams: ListStreams[];
}

function tell(told: Told, opened: readonly Pick<Opened, keyof Told>[]): void {
  for (const { figures = [], concerns, notifications, streams } of opened) {
    told.figures.push(...figures);
    if (concerns) told.concerns.push(concerns);
    if (notifications) told.notifications.push(notifications);
    if (streams) told.streams.push(streams);
  }
}

/** The files of the console; undefined where it is switched off, or not built. */
function openConsole(parts: AppParts, app: FastifyInstance): PageFiles | undefined {
  const { consoleDir } = parts;
  if (consoleDir === undefined) return undefined;
  const page = openPageFiles(consoleDir, { ...parts, ownParts: ownPartsOf(parts) });
  if (!page)
    app.addHook('onListen', async () =>
      app.log.warn(`no console: ${consoleDir} has no index.html; \`npm run console:build\` builds it`),
    );
  return page;
}
