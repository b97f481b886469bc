import type { Readable } from 'node:stream';
import type { NewRecord } from '../../../definitions/types/record-types.ts';
import type { file } from '../../../records/file.collection.ts';

/** A file that the rules of uploads admit. It waits in a temporary folder until it is stored or disposed of. */
export interface Taken extends AsyncDisposable {
  readonly values: NewRecord<typeof file> & { readonly sha256: string };
  /** Keeps the bytes under their path. */
  store(): Promise<void>;
}

/** Takes a file by the rules of uploads. Throws if they refuse it, and what its content throws. */
export type TakeFile = (content: Readable, name: string) => Promise<Taken>;
