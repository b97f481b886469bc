/** One command of `quire`. */
export interface Command {
  /** The arguments, as help shows them: `<database url> [--apply]`. */
  readonly usage: string;
  readonly summary: string;
  /** Throws Misuse, or parseArgs' own error, for wrong arguments; CannotStart for settings and tables in the way. */
  run(args: string[]): Promise<void>;
}

/** The command was called with wrong arguments. */
export class Misuse extends Error {}
