import type { Definition } from '../../definitions/define-collection.ts';
import { isRefusal } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import {
  type AnyRecord,
  chunksOf,
  columnsEvenDeleted,
  type Reads,
  reachableRecords,
  revision,
  type Writes,
} from '../../records/index.ts';
import { message } from './messages/message.ts';
import type { UndoOutcome } from './outcome.ts';

/** The undoing of one batch. */
export interface Undoing {
  readonly writes: Writes;
  readonly definition: Definition;
  readonly undone: UndoOutcome;
}

/** Undoes the import's change of each record; `work` returns why it could not. Records that changed since are kept. */
export async function undoRecords(
  { writes, definition, undone }: Undoing,
  ids: readonly bigint[],
  count: 'removed' | 'restored',
  work: (id: bigint) => Promise<Text | undefined>,
): Promise<void> {
  const changed = await changedSince(writes, definition, ids);
  const seen = await seenAmong(writes, definition, changed);
  for (const id of ids) {
    const reason = message(seen.has(id) ? 'changedSinceImport' : 'recordNotFound');
    const why = changed.has(id) ? reason : await work(id);
    if (why === undefined) undone[count] += 1;
    else undone.kept.push([id, why]);
  }
}

/** The records among these, deleted or not, that the actor may read now: of others they must not learn that they have changed. */
async function seenAmong(
  writes: Writes,
  definition: Definition,
  ids: ReadonlySet<bigint>,
): Promise<ReadonlySet<bigint>> {
  const { name, columns } = definition;
  const records: AnyRecord[] = [];
  for (const some of chunksOf([...ids])) {
    const select = columnsEvenDeleted(writes, name, Object.keys(columns)).where('id', 'in', some);
    records.push(...(await writes.records<AnyRecord>(select, columns)));
  }
  return new Set((await reachableRecords(writes, definition, records, ['read'])).map(({ id }) => id));
}

/** Checks come before anything is changed, so what they throw leaves the transaction as it was. */
export async function whyNot(work: () => Promise<void>): Promise<Text | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.text;
  }
}

/** The records among these that something else changed after this import. Only known for fully audited collections. */
async function changedSince(
  reads: Reads & Pick<Writes, 'context'>,
  { name, audit }: Definition,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (audit !== 'full' || ids.length === 0) return new Set();
  const { requestId } = reads.context;
  const query = reads.query
    .selectFrom(`${revision.name} as other`)
    .select('other.record_id')
    .distinct()
    .where('other.collection', '=', name)
    .where('other.record_id', 'in', ids)
    .where('other.request_id', '<>', requestId)
    .where((e) =>
      e.exists(
        e
          .selectFrom(`${revision.name} as own`)
          .select('own.id')
          .where('own.collection', '=', name)
          .whereRef('own.record_id', '=', 'other.record_id')
          .where('own.request_id', '=', requestId)
          .whereRef('own.id', '<', 'other.id'),
      ),
    );
  const records = await reads.records<{ record_id: bigint }>(query, { record_id: { type: 'bigint' } });
  return new Set(records.map((record) => record.record_id));
}
