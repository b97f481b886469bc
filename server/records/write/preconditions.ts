import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import type { AnyRecord } from '../record.ts';
import type { Use } from '../rights.ts';
import { reachableRecords } from '../store/reachable-records.ts';
import type { WriteReads } from '../store/write-context.ts';

/** What must hold for a record to be written. */
export interface Preconditions {
  /**
   * What the actor must be allowed to do with the record. Records the actor cannot reach are reported as not found. A write that
   * would move a record out of reach is rejected, read rules excepted.
   */
  readonly uses: readonly Use[];
  /** The languages that a replacement of the record replaces; the default one if left out. */
  readonly locales?: readonly string[] | undefined;
  /** Throws if the record is not in the state that the writer expects. */
  readonly expect?: (record: AnyRecord) => void | Promise<void>;
  /** Whether the given values may name the place in an order by hand, which requests cannot. */
  readonly isPlaced?: true;
  /**
   * For a deletion that must not fail: records whose references forbid it stay, and keep a reference to a record that nobody sees.
   */
  readonly isForced?: true;
}

/** The record to write. Throws if a precondition fails. */
export async function recordMeeting(
  writes: WriteReads,
  definition: Definition,
  id: bigint,
  { uses, expect }: Preconditions,
): Promise<AnyRecord> {
  const found = await writes.find(definition, id);
  const [record] = found ? await reachableRecords(writes, definition, [found], uses) : [];
  if (!record) throw new AppError('recordNotFound');
  await expect?.(record);
  return record;
}

/** Throws for a collection that is written by publishing alone: its writes belong to its drafts. */
export function requireWritten({ name, hasDrafts, sql, writes }: Definition): void {
  if (sql && !writes) throw new Error(`records of '${name}' are answered by a query, not written`);
  if (hasDrafts) throw new Error(`records of '${name}' are published, not written`);
}
