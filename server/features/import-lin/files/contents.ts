import type { Readable } from 'node:stream';
import { isRefusal } from '../../../errors.ts';
import { render } from '../../../messages/message.ts';
import { publicFile, type Taken } from '../../../records/take-file.ts';
import type { Move } from '../move.ts';

/** What the record of a content will hold, and its id, once known. */
export interface Kept {
  readonly values: Taken['values'];
  id?: bigint;
}

/** The contents of one run, each stored once. */
export class Contents {
  readonly #move: Move;
  readonly #known = new Map<string, Kept>();

  constructor(move: Move) {
    this.#move = move;
  }

  /** Stores a content, unless it is here or this is a dry run. Returns why it cannot be taken, if so. */
  async keep(
    content: Readable,
    name: string,
  ): Promise<{ readonly kept: Kept; readonly isNew: boolean } | string> {
    try {
      await using taken = await this.#move.takeFile(content, name);
      return await this.#store(taken);
    } catch (error) {
      if (isRefusal(error)) return render(error.text, 'en');
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (syscall === 'read') return `its file cannot be read (${code})`;
      throw error;
    } finally {
      content.destroy();
    }
  }

  async #store({ values, store }: Taken): Promise<{ readonly kept: Kept; readonly isNew: boolean }> {
    const { sha256 } = values;
    const known = this.#known.get(sha256);
    if (known) return { kept: known, isNew: false };
    const here = await publicFile(this.#move.store.reads, sha256);
    if (!here && !this.#move.isDryRun) await store();
    const kept: Kept = { values, ...(here && { id: here.id }) };
    this.#known.set(sha256, kept);
    return { kept, isNew: !here };
  }
}
