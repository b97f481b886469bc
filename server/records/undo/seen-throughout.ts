import type { Definition } from '../../definitions/define-collection.ts';
import type { Row } from '../row.ts';
import { chunksOf } from '../rows/chunks.ts';
import { reachableRows } from '../rows/reachable-rows.ts';
import type { Writes } from '../write/writes.ts';
import type { Timeline } from './timelines.ts';

/**
 * The timelines whose states before and after each change within the scope were all visible to the actor. Otherwise an undo
 * would show values from a time when the actor could not see the row.
 */
export async function seenThroughout(
  writes: Writes,
  definition: Definition,
  timelines: readonly Timeline[],
): Promise<ReadonlySet<Timeline>> {
  const seen = new Set<Timeline>();
  for (const some of chunksOf(timelines)) {
    const states = new Map(some.map((timeline) => [timeline, statesWithin(timeline)]));
    const reachable = new Set(await reachableRows(writes, definition, [...states.values()].flat(), ['read']));
    for (const [timeline, own] of states) if (own.every((state) => reachable.has(state))) seen.add(timeline);
  }
  return seen;
}

/** The states of a row before and after each change within the scope, the latest first. */
function statesWithin({ row, steps }: Timeline): Row[] {
  if (!row) return [];
  let state = row;
  const states = new Set<Row>();
  for (const { action, isWithin, changes } of steps.toReversed()) {
    if (isWithin) states.add(state);
    if (action === 'create') break;
    const before = Object.entries(changes).map(([name, [value]]) => [name, value]);
    state = { ...state, ...Object.fromEntries(before) };
    if (isWithin) states.add(state);
  }
  return [...states];
}
