import type { Readable } from 'node:stream';

/** Bytes from one place to another, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of files are kept, by keys such as `files/ab/cdef.png`. */
export interface Storage {
  /** What clients of the Lin CMS family call the place. */
  readonly type: 'LOCAL' | 'REMOTE';
  /** Takes over a file of the local disk. Durable once it has answered. */
  put(key: string, file: string): Promise<void>;
  /** Undefined where nothing is kept under the key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Also where nothing is kept under the key. */
  remove(key: string): Promise<void>;
}
