import type { Catalogue } from '../../definitions/catalogue.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Settings } from '../../settings/values.ts';

/** One command of `quire`. */
export interface Command {
  /** The arguments, as help shows them: `<database url> [--apply]`. */
  readonly usage: string;
  readonly summary: string;
  /** Throws Misuse, or parseArgs' own error, for wrong arguments; CannotStart for settings and tables in the way. */
  run(args: string[], host: CommandHost): Promise<void>;
}

/** Loads a command when it is called, so that others need not load its code. */
export type LoadCommand = () => Promise<Command>;

/** What a command gets: a module cannot import it, for it opens all modules. */
export interface CommandHost {
  /**
   * Runs work on an open server that answers no requests, and closes it afterwards. A refusal is printed, and the command ends
   * with 1. A project without collections is refused, unless the command is about to write them: `mayBeEmpty`.
   */
  withServer(work: Work, mayBeEmpty?: boolean): Promise<void>;
  /** Runs work on the database as it is, while no server runs. Throws CannotStart if the tables do not match the definitions. */
  withDatabase(work: Work): Promise<void>;
  /**
   * Migrates the tables and the data of a copy, as `migrate --apply` does, and prints the steps; then runs work on a server of
   * it. The copy's jobs are removed, so that none is done twice.
   */
  migrated(settings: Settings, work: (server: MigratedServer) => Promise<void>): Promise<void>;
  /** The settings and the definitions, without a database. Throws CannotStart, also where there are none, unless `mayBeEmpty`. */
  project(mayBeEmpty?: boolean): Promise<{ readonly settings: Settings; readonly catalogue: Catalogue }>;
}

/** A server that listens nowhere. */
export interface MigratedServer {
  readonly store: RecordStore;
  /** What a path is answered, to the owner of a token. */
  get(path: string, token?: string): Promise<{ readonly status: number; readonly text: string }>;
}

type Work = (opened: { readonly store: RecordStore }, settings: Settings) => Promise<void>;

/** The command was called with wrong arguments. */
export class Misuse extends Error {}
