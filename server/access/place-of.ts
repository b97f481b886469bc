import type { Text } from '../messages/message.ts';
import type { Records } from '../records/records.ts';
import type { RecordsPlace } from '../records/scope/records-place.ts';
import type { Writes } from '../records/write/writes.ts';
import { success } from './success.ts';
import { done, type WriteResult } from './write-result.ts';

/** How a place writes: each time in a transaction of its own, logged with this text. */
interface Logging {
  readonly text: Text | undefined;
  readonly write: (work: (writes: Writes) => Promise<WriteResult>) => Promise<WriteResult>;
}

/** Where a project's own code reads and writes outside of a transaction; without `rights` nothing binds it. */
export function placeOf(
  { reads, catalogue }: Pick<Records, 'reads' | 'catalogue'>,
  rights: RecordsPlace['rights'],
  { text, write }: Logging,
): RecordsPlace {
  return {
    catalogue,
    isApart: true,
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
