import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { Refusals } from './records-refused.ts';
import { groupNamed, upsert } from './upsert.ts';
import type { Writes } from './writes.ts';

export const BULK_ACTIONS = ['create', 'update', 'upsert', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** One of many writes. */
export interface Item {
  readonly action: BulkAction;
  /** The record to update or delete. */
  readonly id?: bigint;
  /** The unique fields that identify the record to upsert. */
  readonly by?: string;
  readonly values?: Raw;
}

/** What was done for an item. */
export interface ItemResult {
  readonly action: Exclude<BulkAction, 'upsert'>;
  readonly id: bigint;
}

/**
 * Writes the items in their order; consecutive creates are done together. Throws RecordsRefused with every item that cannot
 * be written; the caller must then undo all of them.
 */
export async function writeItems(
  writes: Writes,
  definition: Definition,
  items: readonly Item[],
): Promise<ItemResult[]> {
  await lockNamed(writes, definition, items);
  const results: ItemResult[] = [];
  const refusals = new Refusals();
  for (const { first, run } of runsOf(items)) {
    try {
      results.push(...(await writeRun(writes, definition, run)));
    } catch (error) {
      refusals.note(first, error);
    }
    if (isTurnOver()) await freeTurn();
  }
  refusals.throwAny();
  return results;
}

/** Locks the named records in the order of their ids, so that two requests for the same records cannot deadlock. */
async function lockNamed(writes: Writes, definition: Definition, items: readonly Item[]): Promise<void> {
  const ids = [...new Set(items.flatMap(({ id }) => id ?? []))];
  if (ids.length > 1) await writes.where(definition, (select) => select.where('id', 'in', ids).orderBy('id'));
}

interface Run {
  readonly first: number;
  readonly run: readonly [Item, ...Item[]];
}

/** Splits items into runs: consecutive creates, or one other item. */
function* runsOf(items: readonly Item[]): Generator<Run> {
  for (let first = 0; first < items.length; ) {
    let end = first + 1;
    if (items[first]?.action === 'create') while (items[end]?.action === 'create') end += 1;
    yield { first, run: items.slice(first, end) as [Item, ...Item[]] };
    first = end;
  }
}

async function writeRun(writes: Writes, definition: Definition, run: Run['run']): Promise<ItemResult[]> {
  const [{ action, id, by, values = {} }] = run;
  if (action === 'create') {
    const ids = await writes.createMany(
      definition,
      run.map((item) => item.values ?? {}),
    );
    return ids.map((made) => ({ action, id: made }));
  }
  if (action === 'upsert') {
    const group = await groupNamed(writes, definition, by);
    const done = await upsert(writes, definition, values, {
      by: group,
      change: 'update',
      preconditions: { uses: ['update'] },
    });
    return [{ action: done.isNew ? 'create' : 'update', id: done.id }];
  }
  if (id === undefined) throw badParameters({ id: message('missing') });
  if (action === 'update') await writes.update(definition, id, values);
  else await writes.remove(definition, id);
  return [{ action, id }];
}
