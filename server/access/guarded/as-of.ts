import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import {
  type AnyRecord,
  type AsOfPage,
  type AsOfRequest,
  listAsOf,
  noRights,
  type Reads,
  type Rights,
  recordAsOf,
  removedFrom,
  rightsOverEach,
  shownOf,
  whereEvenDeleted,
} from '../../records/index.ts';
import type { Door } from '../door.ts';
import type { Reading } from '../reading.ts';
import { jointRights } from '../rights.ts';

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
  const rightsIn = await rightsThen(reads, definition, rights, [record]);
  return reading(shownThen(definition, rightsIn(record), record));
}

/** The records that existed at a time and that the caller may read. */
export async function pageAsOf(
  door: Door,
  definition: Definition,
  request: AsOfRequest,
): Promise<Reading<AsOfPage>> {
  const { records, rights, longReads, reading } = await door.reach(definition, 'read', 'history');
  const { items, next } = await listAsOf(longReads, definition, request, records);
  const rightsIn = await rightsThen(longReads, definition, rights, items);
  return reading({ items: items.map((record) => shownThen(definition, rightsIn(record), record)), next });
}

/**
 * The rights over the fields of records as they were. A field that is shown in some records alone must be shown in the record as it
 * is now as well: a right that has ended shows no past.
 */
export async function rightsThen(
  reads: Reads,
  definition: Definition,
  rights: Rights,
  states: readonly AnyRecord[],
): Promise<(state: AnyRecord) => Rights> {
  const then = await rightsOverEach(reads, definition, rights, states);
  if (states.every((state) => then(state) === rights)) return then;
  const ids = states.map(({ id }) => id);
  const present = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
  const now = await rightsOverEach(reads, definition, rights, present);
  const byId = new Map(present.map((record) => [record.id, now(record)]));
  return (state) => jointRights(then(state), byId.get(state.id) ?? noRights);
}

/** An earlier record as the caller may see it. Names of hidden fields are hidden, too. */
function shownThen(definition: Definition, rights: Rights, record: AnyRecord): AnyRecord {
  const removed = removedFrom(record).filter((name) => rights.shows(definition, name));
  const { [REMOVED_BY_RULE]: _, ...was } = shownOf(definition, rights, record);
  return removed.length > 0 ? { ...was, [REMOVED_BY_RULE]: removed } : was;
}
