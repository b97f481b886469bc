import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { CONSOLE_PATH } from '../contract/own-paths.ts';
import { AppError, CannotStart } from './errors.ts';
import { listen } from './listen.ts';
import { linesOf } from './project/project.ts';
import { straySettings } from './project/stray-settings.ts';
import { readSettings, type Settings } from './settings.ts';
import { expectDetailSignal, onDetail } from './shared/system/log-detail.ts';
import { openServer, type Server, tellFirstPassword } from './start.ts';
import { beat, superviseWorkers } from './workers.ts';

const STOP_WITHIN_MS = 10_000;
const LET_GO_AFTER_MS = 500;

/**
 * Serves with the settings of the environment until a signal ends it; with WORKERS above one, supervises processes that serve.
 * A failure is printed and becomes the exit code.
 */
export async function serve(): Promise<void> {
  try {
    expectDetailSignal();
    if (cluster.isWorker) beat();
    const settings = readSettings();
    if (settings.workers > 1 && cluster.isPrimary)
      superviseWorkers(settings.workers, settings.drainSeconds * 1000 + STOP_WITHIN_MS);
    else await serveWith(settings, cluster.isPrimary || cluster.worker?.id === 1);
  } catch (error) {
    reportFailure(error);
  }
  // Collects old objects before the heap grows by a fifth: some 20 MB less memory for slightly more collecting.
  setFlagsFromString('--heap-growing-percent=20');
}

/** Prints why a start failed, and lets the process end with the exit code of that. */
export function reportFailure(error: unknown): void {
  const isRefused = error instanceof CannotStart;
  const isLost = error instanceof AppError && error.key === 'unavailable';
  if (isLost) console.error(`DATABASE_URL: the database was lost during the start (${error.cause})`);
  else console.error(isRefused ? error.message : error);
  process.exitCode = isRefused ? 2 : 1;
  cluster.worker?.disconnect();
}

/** Serves in this process until a signal or `stop` ends it. Throws CannotStart with the reason. */
export async function serveWith(settings: Settings, isGreeting: boolean) {
  const server = await openServer(settings);
  onDetail(switchLog(server, settings.logLevel));
  tellFirstPassword(server); // before anything else can fail: the password is stored nowhere
  const address = await listen(server, settings);
  const stop = stopOnSignal(server, settings.drainSeconds * 1000);
  if (isGreeting) greet(address, server, settings);
  return { server, stop };
}

const DETAILED = 'debug';

/** Switches the log between the level of the settings and more detail, and says so in the log. */
function switchLog({ app }: Server, level: string): (isDetailed: boolean) => void {
  const say = (now: string) => app.log.warn(`the level of this log is ${now} from now on`);
  return (isDetailed) => {
    if (!isDetailed) say(level);
    app.setLogLevel(isDetailed ? DETAILED : level);
    if (isDetailed) say(DETAILED);
  };
}

function greet(address: string, { app, project, notices }: Server, { apiPages, misplaced }: Settings): void {
  const found = linesOf(project)
    .map((line) => `\n  ${line}`)
    .join('');
  for (const notice of [...notices, ...straySettings(project), ...misplaced]) console.warn(notice);
  const pages = `\n  API page    ${address}/api/docs\n  OpenAPI     ${address}/api/openapi.json`;
  const editing = app.hasRoute({ method: 'GET', url: CONSOLE_PATH })
    ? `\n  Console     ${address}${CONSOLE_PATH}`
    : '';
  console.log(`Quire is ready.\n  API         ${address}/api${editing}${apiPages ? pages : ''}${found}`);
  for (const notice of asRoot()) console.warn(`\n${notice}`); // behind what was waited for
}

/** A notice if this process may do everything: with a user of its own, an intruder would reach less. */
function asRoot(): string[] {
  return process.getuid?.() === 0
    ? ['Quire runs as the root user of this machine; give it one of its own']
    : [];
}

/**
 * Takes no new connections, finishes what runs, closes the database. After SIGTERM it answers for a while as before, but is not
 * ready any more; SIGINT ends that.
 */
function stopOnSignal(server: Server, drainMs: number): () => Promise<void> {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return; // a terminal sends its signal to every process, and the first of them passes it on
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await server.close();
    cluster.worker?.disconnect();
    setTimeout(() => process.exit(), LET_GO_AFTER_MS).unref(); // connections to a database that is silent never end
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => {
    server.leave();
    setTimeout(() => void stop(), drainMs); // a process manager may signal workers too, which their supervisor does again
  });
  return stop;
}
