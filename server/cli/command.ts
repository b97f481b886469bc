/** What can be asked of `quire` on a command line. */
export interface Command {
  /** What follows the command's name: `<database url> [--apply]`. */
  readonly usage: string;
  readonly summary: string;
  /** Throws BadSetting, or what node:util's parseArgs throws, where it cannot be run as it was called. */
  run(args: string[]): Promise<void>;
}
