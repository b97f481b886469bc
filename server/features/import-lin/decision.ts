import type { Definition } from '../../definitions/define-record.ts';
import type { NewRow } from '../../definitions/types/row-types.ts';
import { AppError } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { cleanWhole } from '../../records/write/values/clean.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Reading, SourceRow } from './source.ts';
import type { Times } from './source-time.ts';

/** Writes whose rows keep these times as their own. */
type WritesAt = (original?: Times) => Writes;

/** The decision about one row of the source. */
export type RowDecision = { readonly table: string; readonly id: bigint } & Decision;

export type Decision =
  | {
      readonly outcome: 'imported';
      readonly changes: readonly string[];
      write(at: WritesAt): Promise<bigint>;
    }
  /** An earlier run imported it, or the row `match` of this database is its counterpart. */
  | { readonly outcome: 'present'; readonly match?: bigint }
  | { readonly outcome: 'skipped'; readonly reason: string };

/** Rows that are imported together or not at all. */
export type RowSet = readonly RowDecision[];

/** How the rows of one table are imported. */
export interface Step extends Reading {
  /** Whether later steps look up the new ids of its rows. */
  readonly isReferredTo?: true;
  decide(rows: readonly SourceRow[]): Promise<readonly RowSet[]>;
}

/** A user of the source while the rows that belong to the user are decided about. */
export interface Owner {
  readonly decision: Decision;
  /** The user's id here, once known. */
  target: bigint | undefined;
}

/** The id here of a user; the user is always written first. */
export function targetOf({ target }: Owner): bigint {
  if (target === undefined) throw new Error('a user is written before what belongs to it');
  return target;
}

export const present: Decision = { outcome: 'present' };

export function skipped(reason: string): Decision {
  return { outcome: 'skipped', reason };
}

/** Imports a row with these values; skips it where they do not fit the definition. */
export function imported<D extends Definition>(
  definition: D,
  values: NewRow<D>,
  { times, changes = [] }: { times?: Times; changes?: readonly string[] } = {},
): Promise<Decision> {
  return fitting(definition, values, {
    outcome: 'imported',
    changes,
    write: (at) => at(times).create(definition, values),
  });
}

/** The decision, or to skip the row where its values do not fit the definition. No value is ever shortened. */
export async function fitting<D extends Definition>(
  definition: D,
  values: NewRow<D>,
  decision: Decision,
): Promise<Decision> {
  try {
    await cleanWhole(definition, values as Record<string, unknown>);
    return decision;
  } catch (error) {
    if (error instanceof AppError) return skipped(render(error.text, 'en'));
    throw error;
  }
}
