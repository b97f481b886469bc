import type { Destination } from '../../../api/rows/moves.ts';

interface Row {
  readonly id: string;
}

/** Whether the ends of a list have been read: what goes beyond them is out of sight. */
interface Ends {
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
}

/** The rows after one of them was moved. It is gone from them where it goes to a place that has not been read. */
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

/** Where a row stands among others, said so that it can be put back there; undefined if it is alone. */
export function placeOf(rows: readonly Row[], id: string): Destination | undefined {
  const at = rows.findIndex((row) => row.id === id);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  if (before) return { after: before.id };
  return after && { before: after.id };
}
