import type { LongReader } from '../database/engine.ts';
import type { Version } from '../database/versions/version.ts';
import type { Rights } from './rights.ts';

/** The context of a read: the reader's rights, the version they read at, and their long reads. */
export interface ReadContext {
  readonly rights: Rights;
  readonly version: Version | undefined;
  readonly longReads: LongReader;
  /** Readers who share plans of lists. Absent if plans are for this reader alone. */
  readonly sharing?: Sharing | undefined;
}

/** Readers to whom one access rule leaves all records, and whom no key limits. */
export interface Sharing {
  /** The rule. */
  readonly by: object;
  /** Whether the answers of the rights so far are the same for all these readers, at any time. */
  readonly isSame: () => boolean;
}
