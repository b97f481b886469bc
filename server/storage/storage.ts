import type { Readable } from 'node:stream';

/** Positions of the first and the last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored object; `time` is when it was stored, in milliseconds since 1970. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly time: number;
}

/** Where the bytes of files are kept, by keys such as `files/ab/cdef.png`. */
export interface Storage {
  /** The storage's name in answers to clients of the Lin CMS family. */
  readonly type: 'LOCAL' | 'REMOTE';
  /** Takes over a file of the local disk. Durable once it has answered. */
  put(key: string, file: string): Promise<void>;
  /** Undefined if nothing is kept under the key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Also where nothing is kept under the key. */
  remove(key: string): Promise<void>;
  /** All that is kept under keys that begin so, such as `files/a`. */
  list(prefix: string): AsyncIterable<StoredObject>;
}
