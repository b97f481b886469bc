import type { Field } from '../../definitions/field.ts';
import type { Reader } from '../engine.ts';
import type { SchemaStep } from './steps/step.ts';

/** A field whose values in the history a step cleans, or which it gives a kind that cannot show all of them. */
export interface PastField {
  /** Collection and field by their names before the migration. */
  readonly collection: string;
  readonly field: string;
  readonly to: Field;
  /** Whether values are cleaned in the history as well; those of converted fields stay as they are. */
  readonly isCleaned: boolean;
}

/** A value of the history that is not one of its field by now. */
export interface PastMisfit {
  readonly revision: bigint;
  readonly id: bigint;
  readonly value: unknown;
  /** Why the field refuses it; undefined if cleaning makes it fit. */
  readonly why: string | undefined;
}

/** How many values of the history a field refuses, and how many it changes. */
export interface PastCount {
  readonly refused: number;
  readonly cleaned: number;
}

/** All values of a field's history that are not ones of the field by now, in bounded memory. */
export type FindPastMisfits = (reader: Reader, past: PastField) => AsyncIterable<PastMisfit>;

/** What a step does to the history of its field; undefined if it leaves all values as they are. */
export function pastOf({ operations, checks }: SchemaStep): PastField | undefined {
  const change = operations.find((one) => 'convert' in one || ('clean' in one && one.refused === 'null'));
  const judged = checks.find(({ kind }) => kind === 'fits');
  if (!change || judged?.kind !== 'fits' || judged.to.secret) return undefined;
  return { collection: judged.table, field: judged.column, to: judged.to, isCleaned: 'clean' in change };
}

/** Counts what a step does to the history of its field. */
export async function countPast(reader: Reader, step: SchemaStep, find: FindPastMisfits): Promise<PastCount> {
  const past = pastOf(step);
  const count = { refused: 0, cleaned: 0 };
  if (past)
    for await (const { why } of find(reader, past)) count[why === undefined ? 'cleaned' : 'refused'] += 1;
  return count;
}

/** What is said of such counts, as lines. */
export function describePast({ refused, cleaned }: PastCount): string[] {
  const values = (count: number) => `${count} ${count === 1 ? 'value' : 'values'} in the history`;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(refused > 0
      ? [`${values(refused)} ${are(refused)} refused, and shown as removed; the originals are kept aside`]
      : []),
    ...(cleaned > 0 ? [`${values(cleaned)} ${are(cleaned)} cleaned; the originals are kept aside`] : []),
  ];
}
