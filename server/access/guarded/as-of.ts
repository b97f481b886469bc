import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import {
  type AnyRecord,
  type AsOfPage,
  type AsOfRequest,
  listAsOf,
  type Rights,
  recordAsOf,
  removedFrom,
  shownOf,
} from '../../records/index.ts';
import type { Door } from '../door.ts';
import type { Reading } from '../reading.ts';

/** One record as it was at a time. Throws if it did not exist then or the caller may not read it. */
export async function getAsOf(
  door: Door,
  definition: Definition,
  id: bigint,
  time: number,
): Promise<Reading<AnyRecord>> {
  const { records, rights, reads, reading } = await door.reach(definition, 'read', 'history');
  const record = await recordAsOf(reads, definition, { id, time }, records);
  if (!record) throw new AppError('recordNotFound');
  return reading(shownThen(definition, rights, record));
}

/** The records that existed at a time and that the caller may read. */
export async function pageAsOf(
  door: Door,
  definition: Definition,
  request: AsOfRequest,
): Promise<Reading<AsOfPage>> {
  const { records, rights, longReads, reading } = await door.reach(definition, 'read', 'history');
  const { items, next } = await listAsOf(longReads, definition, request, records);
  return reading({ items: items.map((record) => shownThen(definition, rights, record)), next });
}

/** An earlier record as the caller may see it. Names of hidden fields are hidden, too. */
function shownThen(definition: Definition, rights: Rights, record: AnyRecord): AnyRecord {
  const removed = removedFrom(record).filter((name) => rights.shows(definition, name));
  const { [REMOVED_BY_RULE]: _, ...was } = shownOf(definition, rights, record);
  return removed.length > 0 ? { ...was, [REMOVED_BY_RULE]: removed } : was;
}
