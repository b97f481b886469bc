import type { LongReader } from '../database/engine.ts';
import type { Version } from '../database/versions/version.ts';
import type { Rights } from './rights.ts';

/** What rows are read with: the reader's rights, the version that they read at, and long reads in their name. */
export interface ReadContext {
  readonly rights: Rights;
  readonly version: Version | undefined;
  readonly longReads: LongReader;
}
