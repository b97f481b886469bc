import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';
import { revision } from '../write/revision.record.ts';
import { changeHead } from './change.record.ts';
import { newMark } from './place.ts';

/**
 * Creates the row of the feed's state at the first start, and notes at the first start of this version which revisions there
 * are. If several processes start at once, one of them does it.
 */
export async function makeChangeHead(records: Records): Promise<void> {
  const known = await records.reads.first(changeHead, (select) => select);
  if (known && known.revisions !== null) return;
  const context = systemContext('start');
  await records.writeAlone(context, async (writes) => {
    const head = await writes.first(changeHead, (select) => select);
    if (head && head.revisions !== null) return;
    const last = await records.reads.first(revision, (select) => select.orderBy('id', 'desc').limit(1));
    const revisions = last?.id ?? 0n;
    if (head) await writes.update(changeHead, head.id, { revisions });
    else
      await writes.create(changeHead, {
        last: 0n,
        erased: 0n,
        erased_mark: newMark(),
        revisions,
        time: context.now,
      });
  });
}
