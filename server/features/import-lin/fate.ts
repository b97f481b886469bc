import type { Definition } from '../../definitions/define-record.ts';
import type { NewRow } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { cleanWhole } from '../../records/clean.ts';
import type { Writes } from '../../records/writes.ts';
import type { Reading, SourceRow } from './source.ts';
import type { Times } from './source-time.ts';

/** Writes whose rows keep these times as their own. */
type WritesAt = (original?: Times) => Writes;

/** One row of the source, and what becomes of it. */
export type Fate = { readonly table: string; readonly id: bigint } & Outcome;

export type Outcome =
  | {
      readonly outcome: 'imported';
      readonly changes: readonly string[];
      write(at: WritesAt): Promise<bigint>;
    }
  /** It is there: from an earlier run, or because `match` is a row of this database that stands for the same. */
  | { readonly outcome: 'present'; readonly match?: bigint }
  | { readonly outcome: 'skipped'; readonly reason: string };

/** Rows that are taken over together or not at all. */
export type Unit = readonly Fate[];

/** How the rows of one table are taken over. */
export interface Step extends Reading {
  /** Whether later steps ask what became of its rows. */
  readonly isReferredTo?: true;
  decide(rows: readonly SourceRow[]): Promise<readonly Unit[]>;
}

export const present: Outcome = { outcome: 'present' };

export function skipped(reason: string): Outcome {
  return { outcome: 'skipped', reason };
}

/** A row becomes one of `definition`, with these values, unless they do not fit there. */
export function imported<D extends Definition>(
  definition: D,
  values: NewRow<D>,
  { times, changes = [] }: { times?: Times; changes?: readonly string[] } = {},
): Outcome {
  return fitting(definition, values, {
    outcome: 'imported',
    changes,
    write: (at) => at(times).create(definition, values),
  });
}

/** What was decided; or that the row is skipped, because its values do not fit the definition. Nothing is ever cut. */
export function fitting<D extends Definition>(definition: D, values: NewRow<D>, outcome: Outcome): Outcome {
  try {
    cleanWhole(definition, values as Record<string, unknown>);
    return outcome;
  } catch (error) {
    if (error instanceof AppError) return skipped(error.text);
    throw error;
  }
}
