import type { Definition, WhichRecords } from '../../definitions/for-server.ts';
import type { AnyRecord } from '../record.ts';
import { matchingRecords } from '../store/reachable-records.ts';
import type { Reads } from '../store/reads.ts';
import { readChanges } from '../write/revisions.ts';
import type { Revision } from './history.ts';
import { undo } from './undo.ts';

/**
 * The revisions of a record, newest first, whose states before and after all match a rule. The record matches it now, but may
 * not always have done so. Of a table of another program, only creations and deletions say what a whole record was.
 */
export async function revisionsWithin(
  reads: Reads,
  definition: Definition,
  records: WhichRecords,
  { record, revisions }: { readonly record: AnyRecord; readonly revisions: readonly Revision[] },
): Promise<ReadonlySet<Revision>> {
  const [last] = revisions;
  if (records === 'all' || !last) return new Set(revisions);
  if (definition.writes) return wholeWithin(reads, definition, records, revisions);
  const later = await undo(reads, definition, (select) =>
    select.where('record_id', '=', record.id).where('time', '>=', last.time).where('id', '>', last.id),
  );
  const changes = revisions.map((revision) => Object.entries(readChanges(definition, revision)));
  const values = (at: 0 | 1) =>
    changes.map((some) => Object.fromEntries(some.map(([name, change]) => [name, change[at]])));
  let state: AnyRecord = Object.assign(
    { ...record },
    later.get(record.id)?.values,
    ...values(1).toReversed(),
  );
  const states = [state];
  for (const before of values(0)) {
    state = { ...state, ...before };
    states.push(state);
  }
  const left = new Set(await matchingRecords(reads, definition, records, states));
  const isLeft = states.map((one) => left.has(one));
  return new Set(
    revisions.filter(({ action }, index) => isLeft[index] && (action === 'create' || isLeft[index + 1])),
  );
}

/** The creations and deletions of records that matched a rule: between two changes, another program may have written the record. */
async function wholeWithin(
  reads: Reads,
  definition: Definition,
  records: WhichRecords,
  revisions: readonly Revision[],
): Promise<ReadonlySet<Revision>> {
  const nothing = Object.fromEntries(Object.keys(definition.columns).map((name) => [name, null]));
  const states = revisions
    .filter(({ action }) => action === 'create' || action === 'delete')
    .map((revision) => {
      const side = revision.action === 'create' ? 1 : 0;
      const values = Object.entries(readChanges(definition, revision)).map(
        ([name, change]) => [name, change[side]] as const,
      );
      return {
        ...nothing,
        ...Object.fromEntries(values),
        id: revision.record_key ?? revision.record_id,
        revision,
      };
    });
  const left = await matchingRecords(reads, definition, records, states);
  return new Set(left.map(({ revision }) => revision));
}
