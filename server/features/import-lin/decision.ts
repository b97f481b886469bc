import type { Definition } from '../../definitions/define-collection.ts';
import type { NewRecord } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { cleanWhole, type Writes } from '../../records/index.ts';
import type { SourceRecord } from './engines/engine.ts';
import { respelt } from './respelt.ts';
import type { SourceQuery } from './source.ts';
import type { Times } from './source-time.ts';

/** Writes whose records keep these times as their own. */
type WritesAt = (original?: Times) => Writes;

/** The decision about one record of the source. */
export type RecordDecision = {
  readonly table: string;
  readonly id: bigint;
  /** Its id here, where somebody may know the one it has there. */
  readonly target?: bigint | undefined;
} & Decision;

export type Decision =
  | {
      readonly outcome: 'imported';
      readonly changes: readonly string[];
      /** For records that become one record here: its id, once known. A dry run notes it. */
      readonly shared?: { id?: bigint };
      /** Writes it under this id, or under the next one, and returns its id. */
      write(at: WritesAt, id?: bigint): Promise<bigint>;
    }
  /** An earlier run imported it as `known`, or the record `match` of this database is its counterpart. */
  | { readonly outcome: 'present'; readonly match?: bigint; readonly known?: bigint | undefined }
  | { readonly outcome: 'skipped'; readonly reason: string };

/** Records that are imported together or not at all. */
export type RecordSet = readonly RecordDecision[];

/** How the records of one table are imported. */
export interface ImportStep extends SourceQuery {
  /** The collection here whose records keep the ids that they have there, because people, pages and other records know them. */
  readonly home?: Definition | undefined;
  /** Whether later steps look up the new ids of its records. */
  readonly isReferredTo?: true;
  decide(records: readonly SourceRecord[]): Promise<readonly RecordSet[]>;
}

/** A user of the source while the records that belong to the user are decided about. */
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

/** An earlier run imported the record as `known`. */
export function knownAs(known: bigint | undefined): Decision {
  return { outcome: 'present', known };
}

export function skipped(reason: string): Decision {
  return { outcome: 'skipped', reason };
}

/** Imports a record with these values; skips it where they do not fit the definition. */
export function imported<D extends Definition>(
  definition: D,
  values: NewRecord<D>,
  { times, changes = [] }: { times?: Times; changes?: readonly string[] } = {},
): Promise<Decision> {
  return fitting(definition, values, {
    outcome: 'imported',
    changes,
    write: (at, id) => createUnder(at(times), definition, values, id),
  });
}

/** Creates a record under this id, or under the next one. */
export async function createUnder<D extends Definition>(
  writes: Writes,
  definition: D,
  values: NewRecord<D>,
  id: bigint | undefined,
): Promise<bigint> {
  if (id === undefined) return writes.create(definition, values);
  await writes.createAs(definition, id, values);
  return id;
}

/**
 * The decision, with the texts that are stored in another spelling than `there`, or to skip the record where its values do not
 * fit the definition. No value is ever shortened.
 */
export async function fitting<D extends Definition>(
  definition: D,
  values: NewRecord<D>,
  decision: Decision,
  there: Readonly<Record<string, unknown>> = values as Record<string, unknown>,
): Promise<Decision> {
  try {
    const here = await cleanWhole(definition, values as Record<string, unknown>);
    if (decision.outcome !== 'imported') return decision;
    return { ...decision, changes: [...decision.changes, ...respelt(there, here)] };
  } catch (error) {
    if (error instanceof AppError) return skipped(render(error.text, 'en'));
    throw error;
  }
}
