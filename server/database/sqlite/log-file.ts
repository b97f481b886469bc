import { type FileHandle, open } from 'node:fs/promises';

/**
 * The write-ahead log of a database. With synchronous=NORMAL SQLite syncs it before a checkpoint and when it begins anew
 * (sqlite.org/wal.html), so that syncing it after each commit makes that durable.
 */
export class LogFile {
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;

  constructor(database: string) {
    this.#path = `${database}-wal`;
  }

  /** Resolves once all earlier commits are on disk. Call it only after a commit, which creates the file. */
  async flush(): Promise<void> {
    this.#handle ??= open(this.#path, 'r+'); // SQLite locks other files only, so closing this one releases no lock of it
    await (await this.#handle).datasync();
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close();
  }
}
