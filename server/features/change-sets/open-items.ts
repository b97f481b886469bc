import type { Reads } from '../../records/rows/reads.ts';
import { changeSet, changeSetItem } from './change-set.record.ts';

/** Sets in these states change nothing any more. */
const ENDED = ['rejected', 'applied'];

/** Whether a set that may still be applied would put a file into a row: one whose id or path its values hold. */
export async function isInOpenSet(
  reads: Reads,
  { id, path }: { readonly id: bigint; readonly path: string },
): Promise<boolean> {
  const { findText } = reads.engine;
  const open = reads.query.selectFrom(changeSet.name).select('id').where('state', 'not in', ENDED);
  const items = await reads.where(changeSetItem, (select) =>
    select.where('set_id', 'in', open).where((e) => {
      const holds = (text: string) => e(e.fn<number>(findText, ['sent', e.val(text)]), '>', e.lit(0));
      return e.or([holds(String(id)), holds(path)]);
    }),
  );
  const asNumber = new RegExp(`(?<![\\d.])${id}(?![\\d.])`);
  return items.some(({ sent }) => sent.includes(path) || asNumber.test(sent));
}
