import type { NamedFile, Reads } from '../records/index.ts';

/** Keeps files from being destroyed after the last record that refers to them. */
export interface FileUses {
  /** Whether one of its records names the file. */
  names?(reads: Reads, file: NamedFile): Promise<boolean>;
  /** Whether work of it waits that may name any file. */
  mayNameAny?(reads: Reads): Promise<boolean>;
}
