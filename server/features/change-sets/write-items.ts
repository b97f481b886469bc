import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import type { Rights } from '../../records/rights.ts';
import type { Row } from '../../records/row.ts';
import { matchingRows } from '../../records/rows/matching-rows.ts';
import { Refusals } from '../../records/write/rows-refused.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { type Item, USES, versionOf } from './items.ts';
import { withIds } from './placeholders.ts';

/**
 * Writes the items in their order and returns the ids of their rows. Throws RowsRefused with every item that cannot be
 * written; the caller must then undo all of them. On trial, rows that nothing refers to take no ids.
 */
export async function writeItems(
  writes: Writes,
  items: readonly Item[],
  onTrial = false,
): Promise<ReadonlyMap<number, bigint>> {
  const refusals = new Refusals();
  const made = new Map<string, bigint>();
  const ids = new Map<number, bigint>();
  for (const item of items) {
    if (isTurnOver()) await freeTurn();
    try {
      const id = await writeItem(writes, item, { made, onTrial });
      ids.set(item.place, id);
      if (item.action === 'create' && item.rowName !== undefined) made.set(item.rowName, id);
    } catch (error) {
      refusals.note(item.place, error);
    }
  }
  refusals.throwAny();
  return ids;
}

interface Course {
  readonly made: ReadonlyMap<string, bigint>;
  readonly onTrial: boolean;
}

async function writeItem(
  writes: Writes,
  { definition, action, rowId, rowName, values }: Item,
  { made, onTrial }: Course,
): Promise<bigint> {
  const sent = withIds(definition, values, made);
  if (action === 'create') return writes.create(definition, sent, onTrial && rowName === undefined);
  const id = rowId ?? (rowName === undefined ? undefined : made.get(rowName));
  if (id === undefined) throw badParameters({ new: message('notMadeBefore', { name: rowName ?? '' }) });
  if (action === 'update') await writes.update(definition, id, sent);
  else if (action === 'delete') await writes.remove(definition, id);
  else await writes[action](definition, id);
  return id;
}

/** The rows that items name, locked in the order of their ids, so that two sets cannot deadlock. */
export async function lockRows(
  writes: Writes,
  items: readonly Item[],
): Promise<ReadonlyMap<ServedDefinition, ReadonlyMap<bigint, Row>>> {
  const rows = new Map<ServedDefinition, ReadonlyMap<bigint, Row>>();
  const byCollection = Map.groupBy(items, ({ definition }) => definition);
  for (const definition of [...byCollection.keys()].sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const ids = [...new Set((byCollection.get(definition) ?? []).flatMap(({ rowId }) => rowId ?? []))];
    const found =
      ids.length > 0
        ? await writes.where(definition, (select) => select.where('id', 'in', ids).orderBy('id'))
        : [];
    rows.set(definition, new Map(found.map((row) => [row.id, row])));
  }
  return rows;
}

/**
 * Throws RowsRefused with every item whose row has changed since the author saw it. A row that author and approver may not both
 * see is reported as not found.
 */
export async function requireUnchanged(
  writes: Writes,
  items: readonly Item[],
  { author, both }: { readonly author: Rights; readonly both: Rights },
): Promise<void> {
  const rows = await lockRows(writes, items);
  const refusals = new Refusals();
  for (const item of items) {
    if (item.rowId === undefined) continue;
    const row = rows.get(item.definition)?.get(item.rowId);
    if (!row || !(await isReached(writes, item, row, both)))
      refusals.note(item.place, new AppError('recordNotFound'));
    else if (item.baseVersion !== undefined && versionOf(item.definition, author, row) !== item.baseVersion)
      refusals.note(item.place, new AppError('changedMeanwhile', { problems: changedFields(item, row) }));
  }
  refusals.throwAny();
}

/** Whether the actor may still do this to the row, and may see it if the item is based on what they saw. */
async function isReached(
  writes: Writes,
  { definition, action, baseVersion }: Item,
  row: Row,
  rights: Rights,
): Promise<boolean> {
  const uses = baseVersion === undefined ? [USES[action]] : (['read', USES[action]] as const);
  const reached = await matchingRows(writes, definition, rights.rows(definition, ...uses), [row]);
  return reached.length > 0;
}

/** The fields of an item that had another value when the author saw them. */
export function changedFields({ base }: Item, row: Row): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(base).flatMap(([name, was]) =>
      toJson(row[name] ?? null) === toJson(was) ? [] : [[name, message('changedSince')]],
    ),
  );
}
