import type { Readable } from 'node:stream';
import type { Bounds, Door, WriteResult } from '../../access/index.ts';
import type { StoredFile } from '../../definitions/project/stored-file.ts';
import type { Writes } from '../../records/write/writes.ts';

interface Storing extends Bounds {
  readonly content: Readable | Uint8Array;
  readonly name: string;
  readonly isPrivate?: boolean | undefined;
  /** What else the transaction of the file's record does. */
  finish(writes: Writes, file: StoredFile): Promise<WriteResult>;
}

/** Stores a file as an upload is stored, by the same rules. If `finish` throws, nothing is left of it. */
export type FileStore = (door: Door, storing: Storing) => Promise<void>;
