import type { Text } from '../../messages/message.ts';

/** The outcomes for a record that a scope changed. */
export const UNDO_OUTCOMES = ['removed', 'reverted', 'restored', 'published', 'unpublished', 'left'] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** The outcome for one record. */
export interface UndoLine {
  /** The name of the collection, for drafts too. */
  readonly collection: string;
  readonly version?: 'draft';
  readonly id: bigint;
  /** The id where it is a text, as in some tables of other programs; `id` is then a number that is made of it. */
  readonly key?: string;
  readonly outcome: UndoOutcome;
  /** The fields that got their earlier values back, and those that did not. */
  readonly fields?: readonly string[];
  readonly left?: readonly string[];
  /** Why the record, or a part of it, is left as it is. */
  readonly reason?: Text;
}

export type UndoCounts = Readonly<Record<UndoOutcome, number>>;

/** How many records met each outcome. */
export function countOutcomes(lines: readonly UndoLine[]): UndoCounts {
  const counts = Object.fromEntries(UNDO_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    UndoOutcome,
    number
  >;
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** How many changes are made: what a caller confirms. */
export function countUndone(lines: readonly UndoLine[]): number {
  return lines.filter(({ outcome }) => outcome !== 'left').length;
}
