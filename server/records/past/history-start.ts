import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { RecordStore } from '../record-store.ts';
import type { Reads } from '../store/reads.ts';
import { systemContext } from '../store/write-context.ts';
import { historyStart } from './history-start.collection.ts';

/** Records that revisions older than this time are about to be deleted. */
export async function moveHistoryStart(store: RecordStore, time: number): Promise<void> {
  await store.write(systemContext('retention'), async (writes) => {
    const known = await writes.first(historyStart, (select) => select);
    if (!known) await writes.create(historyStart, { time });
    else if (known.time < time) await writes.update(historyStart, known.id, { time });
  });
}

/**
 * Throws if revisions since this time may have been deleted. Call it after reading them: a deletion is recorded before it
 * happens.
 */
export async function requireKeptSince(reads: Reads, time: number, named = 'as_of'): Promise<void> {
  const known = await reads.first(historyStart, (select) => select);
  if (known && time < known.time)
    throw badParameters({ [named]: message('beforeHistory', { min: known.time }) });
}
