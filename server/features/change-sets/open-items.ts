import {
  type NamedFile,
  namedAmong,
  type Reads,
  SIGNS_OF_ENTITIES,
  SIGNS_OF_NAMES,
  stemOf,
} from '../../records/index.ts';
import { changeSet, changeSetItem } from './change-set.collection.ts';

/** Sets in these states change nothing any more. */
const ENDED = ['rejected', 'applied'];

/** Whether a set that may still be applied would put a file into a record: one whose id or path its values hold. */
export async function isInOpenSet(reads: Reads, file: NamedFile): Promise<boolean> {
  const { findText } = reads.engine;
  const { id, path } = file;
  const open = reads.query.selectFrom(changeSet.name).select('id').where('state', 'not in', ENDED);
  const items = await reads.where(changeSetItem, (select) =>
    select.where('set_id', 'in', open).where((e) => {
      const holds = (text: string) => e(e.fn<number>(findText, ['sent', e.val(text)]), '>', e.lit(0));
      return e.or([String(id), stemOf(path), ...SIGNS_OF_NAMES, ...SIGNS_OF_ENTITIES].map(holds));
    }),
  );
  const asNumber = new RegExp(`(?<![\\d.])${id}(?![\\d.])`);
  return items.some(({ sent }) => asNumber.test(sent) || namedAmong(sent, [file]).length > 0);
}
