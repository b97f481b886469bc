import type { Readable } from 'node:stream';
import type { NewRecord } from '../definitions/types/record-types.ts';
import { file } from './file.collection.ts';
import type { Reads } from './store/reads.ts';

/** A file that the rules of uploads admit. It waits in a temporary folder until it is stored or disposed of. */
export interface Taken extends AsyncDisposable {
  readonly values: NewRecord<typeof file> & { readonly sha256: string };
  /** Keeps the bytes under their path. */
  store(): Promise<void>;
}

/** Takes a file by the rules of uploads. Throws if they refuse it, and what its content throws. */
export type TakeFile = (content: Readable, name: string, as?: FileOwner) => Promise<Taken>;

/** Whether all who bring a content share its record, or it gets one of its own: for everybody, or a private one. */
export type FileOwner = 'shared' | 'public' | 'private';

/** On trial, nothing comes into the folder of uploads. */
export type OpenTakeFile = (onTrial: boolean) => TakeFile;

/** The record of a file with this content that moved in, or was uploaded with an earlier version. */
export function publicFile(reads: Reads, sha256: string) {
  return reads.first(file, (select) => select.where('sha256', '=', sha256).where('private', '=', false));
}
