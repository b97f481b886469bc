import { readSettings, type Settings } from '../../settings.ts';
import { openServer, type Server, tellFirstPassword } from '../../start.ts';

/** Runs a command's work on an open server that answers no requests, and closes it afterwards. */
export async function withServer(work: (server: Server, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings();
  const server = await openServer({ ...settings, logRetentionDays: 0 }, false); // the log is not a command's to sweep
  try {
    tellFirstPassword(server);
    await work(server, settings);
    await server.records.jobs.idle(); // a command leaves nothing behind for a server that may not run
  } finally {
    await server.close();
  }
}
