import type { Definition } from '../../definitions/define-collection.ts';
import type { AnyRecord } from '../record.ts';
import { chunksOf } from '../store/chunks.ts';
import { reachableRecords } from '../store/reachable-records.ts';
import type { Writes } from '../write/writes.ts';
import type { Timeline } from './timelines.ts';

/**
 * The timelines whose states before and after each change within the scope were all visible to the actor. Otherwise an undo
 * would show values from a time when the actor could not see the record.
 */
export async function seenThroughout(
  writes: Writes,
  definition: Definition,
  timelines: readonly Timeline[],
): Promise<ReadonlySet<Timeline>> {
  const seen = new Set<Timeline>();
  for (const some of chunksOf(timelines)) {
    const states = new Map(some.map((timeline) => [timeline, statesWithin(timeline)]));
    const reachable = new Set(
      await reachableRecords(writes, definition, [...states.values()].flat(), ['read']),
    );
    for (const [timeline, own] of states) if (own.every((state) => reachable.has(state))) seen.add(timeline);
  }
  return seen;
}

/** The states of a record before and after each change within the scope, the latest first. */
function statesWithin({ record, steps }: Timeline): AnyRecord[] {
  if (!record) return [];
  let state = record;
  const states = new Set<AnyRecord>();
  for (const { action, isWithin, changes } of steps.toReversed()) {
    if (isWithin) states.add(state);
    if (action === 'create') break;
    const before = Object.entries(changes).map(([name, [value]]) => [name, value]);
    state = { ...state, ...Object.fromEntries(before) };
    if (isWithin) states.add(state);
  }
  return [...states];
}
