import { readSettings, type Settings } from '../settings.ts';
import { openServer, type Server, tellFirstPassword } from '../start.ts';

/** Opens what a server would, without listening, for the work of a command; closes it whatever becomes of that. */
export async function withServer(work: (server: Server, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings();
  const server = await openServer({ ...settings, logRetentionDays: 0 }); // the log is not a command's to sweep
  try {
    tellFirstPassword(server);
    await work(server, settings);
  } finally {
    await server.close();
  }
}
