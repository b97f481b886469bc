import type { Destination } from '../../../api/rows/moves.ts';

interface Row {
  readonly id: string;
}

/** Whether the ends of a list have been loaded. */
interface Ends {
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
}

/** The rows after a move. The row is missing if it moved to a place that is not loaded. */
export function placed<R extends Row>(
  rows: readonly R[],
  moved: R,
  to: Destination,
  { hasFirst, hasLast }: Ends,
): readonly R[] {
  const others = rows.filter(({ id }) => id !== moved.id);
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

/** The place of a row among others, for undo; undefined if it is alone. */
export function placeOf(rows: readonly Row[], id: string): Destination | undefined {
  const at = rows.findIndex((row) => row.id === id);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  if (before) return { after: before.id };
  return after && { before: after.id };
}
