import type { RecordStore } from '../../records/record-store.ts';
import type { TakeFile } from '../../records/take-file.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { type Decision, knownAs, type RecordSet, skipped } from './decision.ts';
import type { SourceRecord } from './engines/engine.ts';
import type { Assets } from './files/assets.ts';
import type { Mapping } from './mapping.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';
import { readTimes, type Times } from './source-time.ts';

/** One run of the import: its source, its target, and its options. */
export interface Move {
  readonly source: Source;
  readonly store: RecordStore;
  readonly mapping: Mapping;
  readonly report: Report;
  readonly isDryRun: boolean;
  /** The zone of the source's times: an IANA name or an offset. */
  readonly zone: string;
  /** The folder of the source's files; undefined if they are left behind. */
  readonly assets: Assets | undefined;
  readonly takeFile: TakeFile;
  /** How many days the log is kept here; 0: for ever. */
  readonly logDays: number;
}

/** How far the clocks of the two servers may differ. */
const CLOCK_SKEW_MS = MINUTE_MS;

export function idOf(text: string | null | undefined): bigint {
  return BigInt(text ?? 0);
}

/** A record's own times, and the changes they needed. */
export function timesOf({ zone, report }: Move, record: SourceRecord): { times: Times; changes: string[] } {
  const now = Date.now();
  const { known, ...times } = readTimes(record, zone, now);
  const latest = Math.max(times.created, times.updated);
  if (latest > now + CLOCK_SKEW_MS) report.noteFuture(latest);
  return { times, changes: known ? [] : ['a time that is no time was replaced'] };
}

/** Decides about each record; deleted records are skipped, and imported ones are present. */
export async function decideEach(
  { mapping }: Move,
  table: string,
  records: readonly SourceRecord[],
  decide: (record: SourceRecord) => MaybePromise<Decision>,
): Promise<RecordSet[]> {
  const targets = await mapping.targets(table, records.map(idOfRecord));
  const sets: RecordSet[] = [];
  for (const record of records) {
    const id = idOfRecord(record);
    if (targets.has(id)) sets.push([{ table, id, ...knownAs(targets.get(id)) }]);
    else if (record.deleted === '1') sets.push([{ table, id, ...skipped('it is deleted there') }]);
    else sets.push([{ table, id, ...(await decide(record)) }]);
  }
  return sets;
}

export function idOfRecord({ id }: SourceRecord): bigint {
  return idOf(id);
}
