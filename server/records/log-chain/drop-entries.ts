import type { Shape } from '../../../contract/column.ts';
import { inSteps } from '../../shared/in-steps.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import { checkpoint } from './log-chain.collection.ts';

/** Checkpoints of a transaction: each has some 30 kB of entries and salts. */
const BATCH = 10;

interface OldCheckpoint {
  readonly id: bigint;
  readonly number: bigint;
}

const OLD: Shape = { id: { type: 'bigint' }, number: { type: 'bigint' } };

/** Drops the entries of lines of before this time, once retention is noted: the chain holds without them. */
export async function dropEntries(store: RecordStore, before: number, signal?: AbortSignal): Promise<void> {
  const reads = store.longReads(store.database.longReads); // it passes over all that were dropped earlier
  let last = 0n;
  await inSteps(async () => {
    const old = reads.query
      .selectFrom(checkpoint.name)
      .select(['id', 'number'])
      .where('number', '>', last)
      .where('newest', '<', before)
      .where('entries', 'is not', null)
      .orderBy('number')
      .limit(BATCH);
    const found = await reads.records<OldCheckpoint>(old, OLD);
    const ids = found.map(({ id }) => id);
    last = found.at(-1)?.number ?? last;
    if (ids.length > 0)
      await store.write(systemContext('retention'), async ({ query, connection }) => {
        const drop = query.updateTable(checkpoint.name).set({ entries: null, salts: null });
        await connection.run(drop.where('id', 'in', ids).compile());
      });
    return ids.length === BATCH;
  }, signal);
}
