import type { Problems } from '../../errors.ts';
import type { RemovedHtml } from '../write/values/clean.ts';

/** The outcomes of an accepted record. */
export const TAKEN = ['created', 'updated', 'unchanged', 'deleted'] as const;
export type Taken = (typeof TAKEN)[number];

/** The outcome of a batch: ids of accepted records and problems of refused ones, by line; with the id where it is known. */
export type BatchOutcome = Readonly<Record<Taken, [line: number, id: bigint][]>> & {
  /** What was removed from the HTML of accepted records. */
  readonly removedHtml: [line: number, removed: RemovedHtml][];
  readonly refused: [line: number, problems: Problems, id?: bigint][];
};

export function emptyOutcome(): BatchOutcome {
  return { created: [], updated: [], unchanged: [], deleted: [], removedHtml: [], refused: [] };
}
