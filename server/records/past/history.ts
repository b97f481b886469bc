import { type Definition, Problem, type RecordOf } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { isSame } from '../record.ts';
import { type Reads, reachableRecords, rightsOver } from '../store/index.ts';
import { historyId, revision, type Writes } from '../write/index.ts';
import { cleanValue, maySeeAndChange } from '../write/values/index.ts';
import { undo } from './undo.ts';

/** The past must not show what the actor may not read. */
const RESTORING = ['read', 'restore'] as const;

export type Revision = RecordOf<typeof revision>;

/** At most `count` revisions, the newest first unless the oldest are; only those that follow the revision `after`. */
export interface HistoryRequest {
  readonly count: number;
  readonly after: bigint | undefined;
  readonly isOldestFirst?: boolean;
}

/** The revisions of the record with this id, whether or not it still exists. */
export async function historyOf(
  reads: Reads,
  definition: Definition,
  id: bigint,
  { count, after, isOldestFirst = false }: HistoryRequest,
): Promise<Revision[]> {
  const last = after === undefined ? undefined : await find(reads, definition, id, after);
  if (after !== undefined && !last) throw badParameters({ after: message('notInThisHistory') });
  return reads.where(revision, (select) => {
    const { record_id, record_key } = historyId(definition, id);
    const ofId = select.where('collection', '=', definition.name).where('record_id', '=', record_id);
    const ofRecord = record_key === null ? ofId : ofId.where('record_key', '=', record_key);
    const [orEqual, beyond, order] = isOldestFirst
      ? (['>=', '>', 'asc'] as const)
      : (['<=', '<', 'desc'] as const);
    const others = last ? ofRecord.where('time', orEqual, last.time).where('id', beyond, last.id) : ofRecord;
    return others.orderBy('time', order).orderBy('id', order).limit(count);
  });
}

/**
 * Restores the values that a record's fields had after a revision. Secret fields keep their values, and so do fields that the
 * actor may not both see and change, and those whose rule refuses by now what they held: their names are returned.
 */
export async function restoreRevision(
  writes: Writes,
  definition: Definition,
  id: bigint,
  revisionId: bigint,
): Promise<string[]> {
  const record = await writes.find(definition, id);
  const [reachable] = record ? await reachableRecords(writes, definition, [record], RESTORING) : [];
  if (!reachable) throw new AppError('recordNotFound');
  const wanted = await find(writes, definition, id, revisionId);
  if (!wanted) throw new AppError('revisionNotFound');
  const undone = await undo(writes, definition, (select) =>
    select.where('record_id', '=', id).where('time', '>=', wanted.time).where('id', '>', wanted.id),
  );
  const rights = await rightsOver(writes, definition);
  const { values = {}, removed = NONE } = undone.get(id) ?? {};
  const open = Object.entries(values).filter(
    ([name]) => !rights || maySeeAndChange(rights, definition, name),
  );
  const { fitting = [], left = [] } = Object.groupBy(open, ([name, value]) =>
    removed.has(name) || isRefused(definition, name, value) ? 'left' : 'fitting',
  );
  await writes.update(definition, id, Object.fromEntries(fitting), { uses: RESTORING });
  return left.flatMap(([name, value]) =>
    !removed.has(name) && isSame(reachable[name] ?? null, value) ? [] : name,
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Whether the rule of a field refuses by now what it once held. */
function isRefused({ fields, filled }: Definition, name: string, value: unknown): boolean {
  const field = fields[name];
  return field !== undefined && !filled?.has(name) && cleanValue(field, value) instanceof Problem;
}

async function find(
  reads: Reads,
  definition: Definition,
  id: bigint,
  revisionId: bigint,
): Promise<Revision | undefined> {
  const found = await reads.find(revision, revisionId);
  const { record_id, record_key } = historyId(definition, id);
  const isOfRecord =
    found?.collection === definition.name && found.record_id === record_id && found.record_key === record_key;
  return isOfRecord ? found : undefined;
}
