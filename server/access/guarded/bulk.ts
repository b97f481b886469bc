import type { Action } from '../../../contract/audit.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  type BulkAction,
  groupNamed,
  type Item,
  type ItemResult,
  inColumns,
  type RemovedHtml,
  removedHtmlIn,
  type Upsert,
  upsert,
  type Writes,
  writeItems,
} from '../../records/index.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Door } from '../door.ts';
import { created, recordPath, tellingRemoved, WriteResult } from '../write-result.ts';

/** The actions of the collection that an item needs. */
const PARTS: Readonly<Record<BulkAction, readonly Action[]>> = {
  create: ['create'],
  update: ['update'],
  upsert: ['create', 'update'],
  delete: ['delete'],
};

/** The unique fields that identify a record, what to do if it exists, and whether it must exist. */
interface SentUpsert extends Omit<Upsert, 'by'> {
  readonly values: Raw;
  readonly by: string;
  readonly mustExist: boolean;
}

/** Does many writes of one collection in one transaction, each under the rule of its own action. */
export async function writeBulk(
  door: Door,
  definition: Definition,
  items: readonly Item[],
): Promise<WriteResult> {
  const reach = () => door.reach(definition, ...new Set(items.flatMap(({ action }) => PARTS[action])));
  await reach(); // the stored answer of a repeated request needs the right as well
  return door.write(async (writes) => {
    await reach();
    const results = await writeItems(writes, definition, items);
    const counts = Map.groupBy(results, ({ action }) => action);
    const count = (action: ItemResult['action']) => counts.get(action)?.length ?? 0;
    const text = message('recordsWritten', {
      label: definition.label,
      created: count('create'),
      updated: count('update'),
      deleted: count('delete'),
    });
    const removed = await removedFromItems(definition, items);
    const report = results.map(({ action, id }, index) => {
      const status: 200 | 201 = action === 'create' ? 201 : 200;
      const removedHtml = removed[index];
      return { index, status, id, ...(removedHtml && { removed_html: removedHtml }) };
    });
    const result = new WriteResult({ status: 200, code: definition.codes.updated, text }, { items: report });
    return tellingRemoved(result, removed);
  });
}

/** What was removed from the HTML of each item. */
async function removedFromItems(
  definition: Definition,
  items: readonly Item[],
): Promise<(RemovedHtml | undefined)[]> {
  const removed: (RemovedHtml | undefined)[] = [];
  for (const { values } of items) {
    removed.push(values && removedHtmlIn(definition, inColumns(definition, values)));
    if (isTurnOver()) await freeTurn();
  }
  return removed;
}

/** Creates a record, or updates the one with the same unique fields. Requires the right to do either. */
export async function writeUpsert(
  door: Door,
  writes: Writes,
  definition: Definition,
  { by, mustExist, ...wanted }: SentUpsert,
): Promise<{ readonly result: WriteResult; readonly id: bigint }> {
  const { label, codes } = definition;
  await door.reach(definition, 'create');
  const group = await groupNamed(writes, definition, by);
  const { id, isNew } = await upsert(writes, definition, wanted.values, { ...wanted, by: group });
  if (isNew && mustExist) throw new AppError('changedMeanwhile');
  const location = recordPath(definition, id);
  if (isNew) return { id, result: created(codes.created, message('recordCreated', { label }), id, location) };
  const report = { status: 200, code: codes.updated, text: message('recordUpdated', { label }) } as const;
  return { id, result: new WriteResult(report, { id, location }) };
}
