import type { Readable } from 'node:stream';
import { isRefusal } from '../../../errors.ts';
import { render } from '../../../messages/message.ts';
import { file } from '../../../records/file.record.ts';
import type { Reads } from '../../../records/rows/reads.ts';
import type { Examined } from '../../files/inspection/examine.ts';
import { keyOf, newPath } from '../../files/keep.ts';
import { receiveFile } from '../../files/receive.ts';
import type { Move } from '../move.ts';

/** Who asks for inspections. */
const requester = { caller: 'import-lin' };

/** Where the bytes of one content are kept here, and the id of its row, once known. */
export interface Kept {
  readonly path: string;
  id?: bigint;
}

/** The contents of one run, each stored once. */
export class Contents {
  readonly #move: Move;
  readonly #known = new Map<string, Kept>();

  constructor(move: Move) {
    this.#move = move;
  }

  /** Puts a file into a folder by the rules of uploads, or returns why they refuse it. */
  async take(content: Readable, name: string, folder: string): Promise<Examined | string> {
    const { rules, inspect } = this.#move.uploads;
    try {
      return await inspect(await receiveFile(content, name, rules, folder), requester);
    } catch (error) {
      if (isRefusal(error)) return render(error.text, 'en');
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (syscall === 'read') return `its file cannot be read (${code})`;
      throw error;
    } finally {
      content.destroy();
    }
  }

  /** Stores the bytes, unless they are here or this is a dry run. Bytes whose row is never written are swept like those of uploads. */
  async keep({
    sha256,
    extension,
    file: bytes,
  }: Examined): Promise<{ readonly kept: Kept; readonly isNew: boolean }> {
    const { records, uploads, isDryRun } = this.#move;
    const known = this.#known.get(sha256) ?? (await publicFile(records.reads, sha256));
    if (known) return { kept: known, isNew: false };
    const kept = { path: newPath(sha256, extension) };
    if (!isDryRun) await uploads.storage.put(keyOf(kept.path), bytes);
    this.#known.set(sha256, kept);
    return { kept, isNew: true };
  }
}

/** The row of the file with this content that uploads share. */
export function publicFile(reads: Reads, sha256: string) {
  return reads.first(file, (select) => select.where('sha256', '=', sha256).where('private', '=', false));
}
