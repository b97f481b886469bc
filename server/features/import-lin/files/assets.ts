import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { WrongArgument } from '../engines/engine.ts';

/** The content of a file, or why it cannot be read. */
type FoundAsset = { readonly content: Readable } | { readonly reason: string };

/** Symbolic links were followed before; a pipe must not hold up the import. */
const HOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The folder in which a Lin CMS keeps its files. Nothing outside of it is ever read. */
export class Assets {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Throws WrongArgument if there is no such folder. */
  static async open(folder: string): Promise<Assets> {
    try {
      const root = await realpath(folder);
      await using handle = await open(root, constants.O_RDONLY | constants.O_DIRECTORY);
      await handle.stat();
      return new Assets(root);
    } catch (cause) {
      throw new WrongArgument(`--assets: '${folder}' is no folder that can be read (${codeOf(cause)})`, {
        cause,
      });
    }
  }

  /** Opens the file at a path below the folder. */
  async read(path: string): Promise<FoundAsset> {
    try {
      const real = await realpath(join(this.#root, path));
      if (!real.startsWith(`${this.#root}${sep}`)) return { reason: 'its path leads out of that folder' };
      const handle = await open(real, HOW);
      if ((await handle.stat()).isFile()) return { content: handle.createReadStream() };
      await handle.close();
      return { reason: 'its path is not that of a file' };
    } catch (error) {
      const code = codeOf(error);
      return {
        reason:
          code === 'ENOENT' ? 'its file is missing in that folder' : `its file cannot be read (${code})`,
      };
    }
  }
}

/** What the system, or Node for a path that it cannot pass on, calls the failure. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}
