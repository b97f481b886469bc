import type { Version } from './recent.ts';

/** The database's version as requests of one turn of the event loop see it. */
export interface TurnVersion {
  /** The version for a request that came on this connection. */
  of(connection: object): Version;
  /** To be called after a commit of this process. */
  forget(): void;
}

/**
 * Asks for the version once in a turn of the event loop instead of once a request. That is as exact: what a turn serves
 * had arrived before the turn began, so nobody had yet been told of a commit that is made while it runs. Only a client
 * that sends a second request behind the first on one connection could have been, so that one is asked for anew.
 */
export function makeTurnVersion(ask: () => Version): TurnVersion {
  let known: { version: Version; connection: object } | undefined;
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
