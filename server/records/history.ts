import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { AppError, badParameters } from '../errors.ts';
import { rightsOver } from './act.ts';
import { isOpen } from './closed-fields.ts';
import { within } from './reach.ts';
import type { Reads } from './reads.ts';
import { revision } from './revision.record.ts';
import { undo } from './undo.ts';
import type { Writes } from './writes.ts';

/** Nobody reaches by the past what he may not read. */
const RESTORING = ['read', 'restore'] as const;

export type Revision = RowOf<typeof revision>;

/** At most `count` revisions, the newest first; only those older than the revision `after`. */
export interface HistoryRequest {
  readonly count: number;
  readonly after: bigint | undefined;
}

/** What was done to the row of this id, whether it is still there or not. */
export async function historyOf(
  reads: Reads,
  definition: Definition,
  id: bigint,
  { count, after }: HistoryRequest,
): Promise<Revision[]> {
  const last = after === undefined ? undefined : await find(reads, definition, id, after);
  if (after !== undefined && !last) throw badParameters({ after: '不是此历史中的版本' });
  return reads.where(revision, (select) => {
    const ofRow = select.where('record', '=', definition.name).where('record_id', '=', id);
    const older = last ? ofRow.where('time', '<=', last.time).where('id', '<', last.id) : ofRow;
    return older.orderBy('time', 'desc').orderBy('id', 'desc').limit(count);
  });
}

/**
 * Gives a row's fields the values that they had after a revision of it. Secret fields stay as they are, and so do those
 * that whoever writes may not both see and change.
 */
export async function restoreRevision(
  writes: Writes,
  definition: Definition,
  id: bigint,
  revisionId: bigint,
): Promise<void> {
  const row = await writes.find(definition, id);
  const [mine] = row ? await within(writes, definition, [row], RESTORING) : [];
  if (!mine) throw new AppError('recordNotFound');
  const wanted = await find(writes, definition, id, revisionId);
  if (!wanted) throw new AppError('revisionNotFound');
  const undone = await undo(writes, definition, (select) =>
    select.where('record_id', '=', id).where('time', '>=', wanted.time).where('id', '>', wanted.id),
  );
  const rights = await rightsOver(writes, definition);
  const values = Object.entries(undone.get(id)?.values ?? {});
  const open = values.filter(([name]) => !rights || isOpen(definition, rights, name));
  await writes.update(definition, id, Object.fromEntries(open), { uses: RESTORING });
}

async function find(
  reads: Reads,
  { name }: Definition,
  id: bigint,
  revisionId: bigint,
): Promise<Revision | undefined> {
  const found = await reads.find(revision, revisionId);
  return found?.record === name && found.record_id === id ? found : undefined;
}
