import { AppError } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { openServer, type Server, tellFirstPassword } from '../../start.ts';

/** What CommandHost says, for commands of the core. */
export async function withServer(
  work: (server: Server, settings: Settings) => Promise<void>,
  mayBeEmpty = false,
): Promise<void> {
  const settings = readSettings();
  const server = await openServer(settings, false, false, mayBeEmpty);
  try {
    tellFirstPassword(server);
    await work(server, settings).catch(printRefusal);
    await server.store.jobs.idle(); // a command leaves nothing behind for a server that may not run
  } finally {
    await server.close();
  }
}

function printRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  console.error(render(error.text, 'en'));
  process.exitCode = 1;
}
