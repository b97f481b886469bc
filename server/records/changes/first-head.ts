import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import { changeHead } from './change.collection.ts';
import { newMark } from './note-changes.ts';

/** Creates the record of the feed's state at the first start. If several processes start at once, one of them does it. */
export async function makeChangeHead(store: RecordStore): Promise<void> {
  if (await store.reads.first(changeHead, (select) => select)) return;
  const context = systemContext('start');
  await store.writeAlone(context, async (writes) => {
    if (await writes.first(changeHead, (select) => select)) return;
    await writes.create(changeHead, { last: 0n, erased: 0n, erased_mark: newMark(), time: context.now });
  });
}
