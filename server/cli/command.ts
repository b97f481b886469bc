/** What can be asked of `quire` on a command line. */
export interface Command {
  /** What follows the command's name: `<database url> [--apply]`. */
  readonly usage: string;
  readonly summary: string;
  /** Throws Misuse or what node:util's parseArgs throws where it was called wrongly, CannotStart where it cannot be done. */
  run(args: string[]): Promise<void>;
}

/** The command was called in a way in which it cannot be. */
export class Misuse extends Error {}
