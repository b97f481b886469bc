import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { rolledBack } from '../../shared/rolled-back.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { respellRecord, type Spelling, textsOf } from './respell-record.ts';

/** The records of one transaction. */
const BATCH = 200;

/** The server's own collections whose texts people write and look for. */
const OWN = ['quire_user', 'quire_group', 'quire_file', 'quire_file_tag', 'quire_file_folder', 'quire_view'];

/** What happened to a text of a record. */
export interface Respelt extends Spelling {
  readonly definition: Definition;
  readonly id: bigint;
}

/** How a walk through the stored texts goes. */
export interface Walk {
  /** Whether everything is undone again. */
  readonly isTrial?: boolean;
  /** The most records; all by default. */
  readonly most?: number;
  tell(respelt: Respelt): void;
}

/**
 * Stores the texts of all living records as new ones are stored, in batches, so that texts that look the same are the same. Records in
 * the trash and the history stay as they are. Doing it again, or on from where it was interrupted, changes nothing more. Returns
 * whether it came to the end.
 */
export async function respellAll(
  store: RecordStore,
  { isTrial, most = Infinity, tell }: Walk,
): Promise<boolean> {
  let left = most;
  for (const definition of letteredCollections(store.catalogue)) {
    for (let after: bigint | undefined = 0n; after !== undefined; ) {
      if (left <= 0) return false;
      const from: bigint = after;
      const found: Respelt[] = [];
      const work = (writes: Writes) => respellSome(writes, definition, from, found);
      const write = <T>(done: (writes: Writes) => Promise<T>) => {
        found.length = 0; // of an attempt that collided with another transaction
        return store.write(systemContext('letters'), done);
      };
      const batch = await (isTrial ? rolledBack(write, work) : write(work));
      for (const one of found) tell(one);
      left -= batch.records;
      after = batch.last;
    }
  }
  return true;
}

/** The collections with texts: those of the project with their drafts, and some of the server's own. */
function letteredCollections({ served, drafts, get }: Catalogue): readonly Definition[] {
  const all: readonly Definition[] = [...OWN.map((name) => get(name)), ...served, ...drafts];
  return [...new Set(all)].filter((definition) => textsOf(definition).length > 0);
}

async function respellSome(
  writes: Writes,
  definition: Definition,
  after: bigint,
  found: Respelt[],
): Promise<{ records: number; last: bigint | undefined }> {
  const records = await writes.where(definition, (select) =>
    select.where('id', '>', after).orderBy('id').limit(BATCH),
  );
  for (const record of records) {
    if (isTurnOver()) await freeTurn();
    for (const one of await respellRecord(writes, definition, record))
      found.push({ ...one, definition, id: record.id });
  }
  return { records: records.length, last: records.length < BATCH ? undefined : records.at(-1)?.id };
}
