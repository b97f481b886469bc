import { CannotStart } from './errors.ts';
import { readSettings, type Settings } from './settings.ts';
import { openServer, type Server, tellFirstPassword } from './start.ts';

const STOP_WITHIN_MS = 10_000;

try {
  const settings = readSettings();
  const server = await openServer(settings);
  tellFirstPassword(server); // before anything else can go wrong: it is kept nowhere
  const address = await listen(server, settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server));
  greet(address);
} catch (error) {
  const isExpected = error instanceof CannotStart;
  console.error(isExpected ? error.message : error);
  process.exitCode = isExpected ? 2 : 1;
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return server.app.listen({ host, port }).catch(async (cause: Error) => {
    await server.close();
    throw new CannotStart(
      `HOST, PORT: cannot listen there (${cause.message}); allowed: an address of this machine and a port that is free`,
      { cause },
    );
  });
}

function greet(address: string): void {
  console.log(
    `Quire is ready.\n  API        ${address}/\n  API page   ${address}/docs\n  OpenAPI    ${address}/openapi.json`,
  );
}

/** Takes no new connections, finishes what runs, closes the database. */
async function stop(server: Server): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await server.close();
}
