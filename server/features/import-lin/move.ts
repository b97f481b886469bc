import type { Records } from '../../records/records.ts';
import { type Outcome, present, skipped, type Unit } from './fate.ts';
import type { Mapping } from './mapping.ts';
import type { Report } from './report.ts';
import type { Source, SourceRow } from './source.ts';
import { readTimes, type Times } from './source-time.ts';

/** One run of the import: from where, to where, and what is told. */
export interface Move {
  readonly source: Source;
  readonly records: Records;
  readonly mapping: Mapping;
  readonly report: Report;
  readonly isDryRun: boolean;
  /** The zone of the source's times: an IANA name or an offset. */
  readonly zone: string;
  /** How many days the log is kept here; 0: for ever. */
  readonly logDays: number;
}

export function idOf(text: string | null | undefined): bigint {
  return BigInt(text ?? 0);
}

/** A row's own times, and what had to be changed about them. */
export function timesOf({ zone }: Move, row: SourceRow): { times: Times; changes: string[] } {
  const { known, ...times } = readTimes(row, zone, Date.now());
  return { times, changes: known ? [] : ['a time that is no time was replaced'] };
}

/** Decides about each row that is alive there and was not taken over before. */
export async function decideEach(
  { mapping }: Move,
  table: string,
  rows: readonly SourceRow[],
  decide: (row: SourceRow) => Outcome,
): Promise<Unit[]> {
  const targets = await mapping.targets(table, rows.map(idOfRow));
  return rows.map((row) => {
    const id = idOfRow(row);
    if (targets.has(id)) return [{ table, id, ...present }];
    return [{ table, id, ...(row.deleted === '1' ? skipped('it is deleted there') : decide(row)) }];
  });
}

export function idOfRow({ id }: SourceRow): bigint {
  return idOf(id);
}
