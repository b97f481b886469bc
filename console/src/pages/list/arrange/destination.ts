import type { Destination } from '../../../api/records/moves.ts';

interface AnyRecord {
  readonly id: string;
}

/** Whether the ends of a list have been loaded. */
interface Ends {
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
}

/** The records after a move. The record is missing if it moved to a place that is not loaded. */
export function placed<R extends AnyRecord>(
  records: readonly R[],
  moved: R,
  to: Destination,
  { hasFirst, hasLast }: Ends,
): readonly R[] {
  const others = records.filter(({ id }) => id !== moved.id);
  if ('to' in to) {
    if (to.to === 'first') return hasFirst ? [moved, ...others] : others;
    return hasLast ? [...others, moved] : others;
  }
  const neighbour = 'before' in to ? to.before : to.after;
  const place = others.findIndex(({ id }) => id === neighbour);
  if (place < 0) return others;
  const at = 'before' in to ? place : place + 1;
  return [...others.slice(0, at), moved, ...others.slice(at)];
}
