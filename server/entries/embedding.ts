/**
 * A server inside of another program.
 *
 * @module quire-cms/server
 */
import { listen } from '../listen.ts';
import { settingsFrom } from '../settings.ts';
import { openServer as open } from '../start.ts';
import { type ServerSettings, settingTexts } from './server-settings.ts';

export { CannotStart } from '../errors.ts';
export type { ServerSettings } from './server-settings.ts';

/** A server whose tables are in step with its definitions. */
export interface QuireServer {
  /** The password of root, if this was the first start and no password was given. It is kept nowhere else. */
  readonly generatedPassword: string | undefined;
  /** Notices for the operator about the tables. */
  readonly notices: readonly string[];
  /** Listens at HOST and PORT and answers the URL. Throws CannotStart, and closes the server, where it cannot. */
  listen(): Promise<string>;
  /** Finishes what runs, at the latest after some ten seconds, and closes the database. */
  close(): Promise<void>;
}

/** Opens a server in this process. Throws CannotStart with the problem of a setting, a definition or the tables. */
export async function openServer(given: ServerSettings): Promise<QuireServer> {
  const settings = settingsFrom(settingTexts(given));
  const server = await open(settings);
  return {
    generatedPassword: server.firstAccounts?.generatedPassword,
    notices: server.notices,
    listen: () => listen(server, settings),
    close: () => server.close(),
  };
}
