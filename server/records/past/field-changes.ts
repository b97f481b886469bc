import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Definition } from '../../definitions/define-collection.ts';
import { toJson } from '../../shared/exact-json.ts';
import { selectColumns } from '../query/select.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Reads } from '../store/reads.ts';
import { revision } from '../write/revision.collection.ts';
import { readChanges } from '../write/revisions.ts';
import type { Revision } from './history.ts';

/** The place of a change among those of all collections. */
export interface PastPlace {
  readonly time: number;
  readonly id: bigint;
}

/** Changes between two times, both included, by one user or by all; only those that are older than `after`. */
export interface PeriodRequest {
  readonly user?: bigint | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after: PastPlace | undefined;
}

/** How many changes, of all collections, one request looks at. Each costs a look at who and when, not at its values. */
const MOST_LOOKED_AT = 5000;
/** Each may hold two values of a megabyte. */
const READ_AT_ONCE = 20;

/**
 * The ids of a collection's changes in a period, the newest first, among the `MOST_LOOKED_AT` newest changes of all collections.
 * If there may be more, `end` is where those ended.
 */
export async function changesInPeriod(
  reads: Reads,
  { name }: Definition,
  { user, from, to, after }: PeriodRequest,
): Promise<{ ids: bigint[]; end: PastPlace | undefined }> {
  const { id, time, collection } = revision.columns;
  let some = selectColumns(reads.query, revision.name, ['id', 'time', 'collection']);
  if (user !== undefined) some = some.where('user_id', '=', user);
  if (from !== undefined) some = some.where('time', '>=', from);
  if (to !== undefined) some = some.where('time', '<=', to);
  if (after)
    some = some
      .where('time', '<=', after.time)
      .where((e) => e.or([e('time', '<', after.time), e('id', '<', after.id)]));
  const looked = await reads.records<PastPlace & { readonly collection: string }>(
    some.orderBy('time', 'desc').orderBy('id', 'desc').limit(MOST_LOOKED_AT),
    { id, time, collection } as Parameters<Reads['records']>[1],
  );
  return {
    ids: looked.flatMap((one) => (one.collection === name ? one.id : [])),
    end: looked.length === MOST_LOOKED_AT ? looked.at(-1) : undefined,
  };
}

/** Those of these changes, the newest first, that changed a field; the event loop gets a turn between the batches. */
export async function* changesOfField(
  reads: Reads,
  definition: Definition,
  field: string,
  ids: readonly bigint[],
): AsyncGenerator<Revision[]> {
  for (const some of chunksOf(ids)) {
    const naming = await idsNaming(reads, field, some);
    for (let start = 0; start < naming.length; start += READ_AT_ONCE) {
      const few = naming.slice(start, start + READ_AT_ONCE);
      const read = await reads.where(revision, (select) =>
        select.where('id', 'in', few).orderBy('time', 'desc').orderBy('id', 'desc'),
      );
      yield read.filter((one) => Object.hasOwn(readChanges(definition, one), field));
      await nextTurn();
    }
  }
}

/** Those whose stored changes hold the name of the field, perhaps as a name inside a value. The database looks for it. */
async function idsNaming(reads: Reads, field: string, ids: readonly bigint[]): Promise<bigint[]> {
  const { findText } = reads.engine;
  const naming = selectColumns(reads.query, revision.name, ['id'])
    .where('id', 'in', ids)
    .where((e) => e(e.fn<number>(findText, ['changes', e.val(toJson(field))]), '>', e.lit(0)));
  const found = await reads.records<{ id: bigint }>(naming, { id: { type: 'bigint' } });
  const there = new Set(found.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}
