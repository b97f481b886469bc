import { toBigint } from '../../definitions/fields/bigint.ts';
import type { Text } from '../../messages/message.ts';
import { type BatchOutcome, TAKEN, type Taken } from '../../records/sent-records/batch-outcome.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson, type Json } from '../../shared/json.ts';

/** The outcome of undoing a batch: counts of removed and restored records, and why others were kept. */
export interface UndoOutcome {
  removed: number;
  restored: number;
  /** A record of another collection is named with it. */
  readonly kept: [id: bigint, reason: Text, collection?: string][];
  /** What the import did to other records is undone from this revision on. */
  readonly before?: bigint;
}

/** Lines and ids that rise together are stored as one run: first line, first id, count. */
export function writeOutcome({ refused, removedHtml, ...taken }: BatchOutcome): string {
  const runs = TAKEN.map((what) => [what, toRuns(taken[what])] as const);
  return toJson({
    ...Object.fromEntries(runs),
    ...(removedHtml.length > 0 && { removedHtml }),
    refused,
  });
}

type Refused = Pick<BatchOutcome, 'refused'>;
type Runs = Readonly<Partial<Record<Taken, Json[][]>>>;

/** Reads what `writeOutcome` wrote. */
export function readOutcome(text: string): BatchOutcome {
  const { refused, removedHtml = [], ...taken } = fromOwnJson<Partial<BatchOutcome> & Refused & Runs>(text);
  const lists = TAKEN.map((what) => [what, (taken[what] ?? []).flatMap(fromRun)] as const); // older ones name fewer
  return {
    ...(Object.fromEntries(lists) as Record<Taken, [number, bigint][]>),
    removedHtml,
    refused: refused.map(([line, problems, id]) =>
      id === undefined ? [line, problems] : [line, problems, idIn(id)],
    ),
  };
}

export function writeUndone(undone: UndoOutcome): string {
  return toJson(undone);
}

/** Reads what `writeUndone` wrote. */
export function readUndone(text: string): UndoOutcome {
  const { kept, before, ...counts } = fromOwnJson<UndoOutcome>(text);
  return {
    ...counts,
    kept: kept.map(([id, ...why]) => [idIn(id), ...why]),
    ...(before !== undefined && { before: toBigint(before) ?? 0n }),
  };
}

function toRuns(pairs: readonly (readonly [number, bigint])[]): unknown[] {
  const runs: [line: number, id: bigint, count: number][] = [];
  for (const [line, id] of pairs) {
    const last = runs.at(-1);
    const follows =
      last && typeof id === 'bigint' && line === last[0] + last[2] && id === last[1] + BigInt(last[2]);
    if (follows) last[2] += 1;
    else runs.push([line, id, 1]);
  }
  return runs;
}

function fromRun([line, first, count]: readonly Json[]): [number, bigint][] {
  const id = idIn(first);
  if (typeof id !== 'bigint') return [[Number(line), id]];
  return Array.from({ length: Number(count) }, (_, index) => [Number(line) + index, id + BigInt(index)]);
}

/** Ids of some tables of other programs are texts, and are passed on as they are. */
function idIn(id: unknown): bigint {
  return typeof id === 'string' ? (id as unknown as bigint) : (toBigint(id) ?? 0n);
}
