import type { LongReader } from '../database/engine.ts';
import type { Version } from '../database/versions/version.ts';
import type { Rights } from './rights.ts';

/** What rows are read with: the reader's rights, the version that they read at, and long reads in their name. */
export interface ReadContext {
  readonly rights: Rights;
  readonly version: Version | undefined;
  readonly longReads: LongReader;
  /** Whose lists are planned alike. Absent if plans are for this reader alone. */
  readonly sharing?: Sharing | undefined;
}

/** Readers whom one access rule left all rows, and whom no key limits. */
export interface Sharing {
  /** The rule. */
  readonly by: object;
  /** Whether the rights were asked nothing so far that may differ among these readers, or with time. */
  readonly isSame: () => boolean;
}
