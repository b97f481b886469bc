import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';
import { changeHead } from './change.record.ts';

/** Begins the feed of changes, at the first start that has one. Of processes that start together, one does so. */
export async function makeChangeHead(records: Records): Promise<void> {
  if (await records.reads.first(changeHead, (select) => select)) return;
  const context = systemContext('start');
  await records.writeAlone(context, async (writes) => {
    if (await writes.first(changeHead, (select) => select)) return;
    await writes.create(changeHead, { last: 0n, erased: 0n, time: context.now });
  });
}
