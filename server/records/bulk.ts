import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { Refusals } from './rows-refused.ts';
import { groupNamed, upsert } from './upsert.ts';
import type { Writes } from './writes.ts';

export const BULK_ACTIONS = ['create', 'update', 'upsert', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** One of many writes. */
export interface Item {
  readonly action: BulkAction;
  /** Of the row to update or delete. */
  readonly id?: bigint;
  /** The unique fields by which a row is upserted. */
  readonly by?: string;
  readonly values?: Raw;
}

/** What became of an item. */
export interface ItemResult {
  readonly action: Exclude<BulkAction, 'upsert'>;
  readonly id: bigint;
}

/** The event loop is left to others each time that so many have been done. */
const AT_ONCE = 50;

/**
 * Does the items in their order; rows to be made that follow one another are made together. Throws RowsRefused with every
 * item that cannot be done; then none of them must stand.
 */
export async function writeItems(
  writes: Writes,
  definition: Definition,
  items: readonly Item[],
): Promise<ItemResult[]> {
  await holdNamed(writes, definition, items);
  const results: ItemResult[] = [];
  const refusals = new Refusals();
  let runs = 0;
  for (const { first, run } of runsOf(items)) {
    try {
      results.push(...(await writeRun(writes, definition, run)));
    } catch (error) {
      refusals.note(first, error);
    }
    runs += 1;
    if (runs % AT_ONCE === 0) await nextTurn();
  }
  refusals.throwAny();
  return results;
}

/** Takes the rows that are named in the order of their ids, so that others who name them too wait for each other, but never across. */
async function holdNamed(writes: Writes, definition: Definition, items: readonly Item[]): Promise<void> {
  const ids = [...new Set(items.flatMap(({ id }) => id ?? []))];
  if (ids.length > 1) await writes.where(definition, (select) => select.where('id', 'in', ids).orderBy('id'));
}

interface Run {
  readonly first: number;
  readonly run: readonly [Item, ...Item[]];
}

/** Rows to be made that follow one another, or one other item. */
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
    const ids = await writes.createMany(definition, run.map((item) => item.values ?? {}) as never);
    return ids.map((made) => ({ action, id: made }));
  }
  if (action === 'upsert') {
    const group = await groupNamed(writes, definition, by);
    const done = await upsert(writes, definition, values, {
      by: group,
      change: 'update',
      terms: { uses: ['update'] },
    });
    return [{ action: done.isNew ? 'create' : 'update', id: done.id }];
  }
  if (id === undefined) throw badParameters({ id: '不能缺少' });
  if (action === 'update') await writes.update(definition, id, values as never);
  else await writes.remove(definition, id);
  return [{ action, id }];
}
