import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { AppError, CannotStart } from './errors.ts';
import { readSettings, type Settings } from './settings.ts';
import { openServer, type Server, tellFirstPassword } from './start.ts';
import { superviseWorkers } from './workers.ts';

const STOP_WITHIN_MS = 10_000;
const LET_GO_AFTER_MS = 500;

try {
  const settings = readSettings();
  if (settings.workers > 1 && cluster.isPrimary) superviseWorkers(settings.workers, STOP_WITHIN_MS);
  else await serve(settings);
} catch (error) {
  const isRefused = error instanceof CannotStart;
  const isLost = error instanceof AppError && error.key === 'unavailable';
  if (isLost) console.error(`DATABASE_URL: the database was lost during the start (${error.cause})`);
  else console.error(isRefused ? error.message : error);
  process.exitCode = isRefused ? 2 : 1;
  cluster.worker?.disconnect();
}

async function serve(settings: Settings): Promise<void> {
  const server = await openServer(settings);
  tellFirstPassword(server); // before anything else can go wrong: it is kept nowhere
  const address = await listen(server, settings);
  stopOnSignal(server);
  if (cluster.isPrimary || cluster.worker?.id === 1) greet(address, server, settings);
}

/** Listens on one address. For `localhost`, Fastify would add a second server, which has none of this server's limits. */
async function listen(server: Server, { host, port }: Settings): Promise<string> {
  try {
    const { address } = await lookup(host, { order: 'ipv4first' });
    return await server.app.listen({ host: address, port });
  } catch (cause) {
    await server.close();
    throw new CannotStart(
      `HOST, PORT: cannot listen there (${(cause as Error).message}); allowed: an address of this machine and a port that is free`, // both throw nothing else
      { cause },
    );
  }
}

function greet(address: string, { app, records, notices }: Server, { apiPages, contentDir }: Settings): void {
  for (const notice of notices) console.warn(notice);
  const served = records.catalogue.served.map(({ name }) => name).join(', ');
  const pages = `\n  API page   ${address}/docs\n  OpenAPI    ${address}/openapi.json`;
  const editing = app.hasRoute({ method: 'GET', url: '/console' }) ? `\n  Console    ${address}/console` : '';
  const content = `\n  Records    ${served}, from ${resolve(contentDir)}`;
  console.log(`Quire is ready.\n  API        ${address}/${editing}${apiPages ? pages : ''}${content}`);
}

/** Takes no new connections, finishes what runs, closes the database. */
function stopOnSignal(server: Server): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return; // a terminal sends its signal to every process, and the first of them passes it on
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await server.close();
    cluster.worker?.disconnect();
    setTimeout(() => process.exit(), LET_GO_AFTER_MS).unref(); // connections to a database that is silent never end
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
