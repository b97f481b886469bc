import type { Text } from '../messages/message.ts';
import type { RecordsPlace, Writes } from '../records/index.ts';
import type { RecordStore } from '../records/record-store.ts';
import { done, success, type WriteResult } from './write-result.ts';

/** The limits of a write. */
export interface Bounds {
  /** Whose rights bind it; by default the caller's. */
  readonly rights?: 'caller' | 'server' | undefined;
  /** Whether callers who have not signed in may write without limit. */
  readonly isUnlimited?: boolean | undefined;
}

/** How writes outside of a transaction are logged. */
interface Logging {
  readonly text: Text | undefined;
  readonly write: (work: (writes: Writes) => Promise<WriteResult>) => Promise<WriteResult>;
}

/** How a project's code reads and writes outside of a transaction; without `rights`, nothing limits it. */
export function placeOf(
  { reads, catalogue }: Pick<RecordStore, 'reads' | 'catalogue'>,
  rights: RecordsPlace['rights'],
  { text, write }: Logging,
): RecordsPlace {
  return {
    catalogue,
    isIndependent: true,
    ...(rights && { rights }),
    read: (work) => work(reads),
    write: async (work) => {
      if (text === undefined) throw new Error('a GET route does not write');
      const values: Awaited<ReturnType<typeof work>>[] = [];
      await write(async (writes) => {
        values.push(await work(writes));
        return done(success.done, text);
      });
      return values.at(-1) as (typeof values)[number]; // it may have run more than once, the last time for good
    },
  };
}
