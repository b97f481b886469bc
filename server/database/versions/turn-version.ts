import type { Version } from './version.ts';

/** The database's version, as seen by the requests of one turn of the event loop. */
export interface TurnVersion {
  /** The version for a request of this connection. */
  of(connection: object): Version | undefined;
  /** Call this after each commit of this process. */
  forget(): void;
}

/**
 * Asks for the version once in each turn of the event loop instead of once for each request. That is equally exact: the
 * requests of a turn arrived before it began, so no client can know of a commit that happens during it. The exception is a
 * client that sends a second request on one connection, so for that one the version is read again.
 */
export function makeTurnVersion(ask: () => Version | undefined): TurnVersion {
  let known: { version: Version | undefined; connection: object } | undefined;
  const forget = () => {
    known = undefined;
  };
  return {
    of(connection) {
      if (!known) setImmediate(forget);
      if (!known || known.connection === connection) known = { version: ask(), connection };
      else known.connection = connection;
      return known.version;
    },
    forget,
  };
}
