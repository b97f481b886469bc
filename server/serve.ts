import { BadSetting, readSettings } from './settings.ts';
import { openServer, type Server, tellFirstPassword } from './start.ts';

const STOP_WITHIN_MS = 10_000;

try {
  const settings = readSettings();
  const server = await openServer(settings);
  const address = await server.app.listen({ host: settings.host, port: settings.port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server));
  greet(server, address);
} catch (error) {
  const wrong = wrongSetting(error);
  console.error(wrong ?? error);
  process.exitCode = wrong === undefined ? 1 : 2;
}

function greet(server: Server, address: string): void {
  console.log(
    `Quire is ready.\n  API        ${address}/\n  API page   ${address}/docs\n  OpenAPI    ${address}/openapi.json`,
  );
  tellFirstPassword(server);
}

/** What to tell where a setting, and not the server, stands in the way. */
function wrongSetting(error: unknown): string | undefined {
  if (error instanceof BadSetting) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `HOST, PORT: cannot listen there (${message})`;
  return undefined;
}

/** Takes no new connections, finishes what runs, closes the database. */
async function stop(server: Server): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await server.close();
}
