import { toBigint } from '../../definitions/bigint.ts';
import type { Problems } from '../../errors.ts';
import { fromJson, type Json, toJson } from '../../json.ts';

/** What can become of a row that was taken. */
export const TAKEN = ['created', 'updated', 'unchanged'] as const;
export type Taken = (typeof TAKEN)[number];

/** What became of the rows of a batch: by line, the ids of those that were taken, and what is wrong with the others. */
export type Outcome = Readonly<Record<Taken, [line: number, id: bigint][]>> & {
  readonly refused: [line: number, problems: Problems][];
};

/** What undoing a batch came to: rows that were removed or restored, and why others were kept. */
export interface Undone {
  removed: number;
  restored: number;
  readonly kept: [id: bigint, reason: string][];
}

export function emptyOutcome(): Outcome {
  return { created: [], updated: [], unchanged: [], refused: [] };
}

/** Lines and ids that rise together are kept as one run: its first line, its first id, and how many they are. */
export function writeOutcome({ refused, ...taken }: Outcome): string {
  const runs = TAKEN.map((what) => [what, toRuns(taken[what])] as const);
  return toJson({ ...Object.fromEntries(runs), refused });
}

/** Reads what `writeOutcome` wrote. */
export function readOutcome(text: string): Outcome {
  const { refused, ...taken } = fromJson(text) as unknown as Outcome & Readonly<Record<Taken, Json[][]>>;
  const lists = TAKEN.map((what) => [what, taken[what].flatMap(fromRun)] as const);
  return { ...(Object.fromEntries(lists) as Record<Taken, [number, bigint][]>), refused };
}

export function writeUndone(undone: Undone): string {
  return toJson(undone);
}

/** Reads what `writeUndone` wrote. */
export function readUndone(text: string): Undone {
  const { kept, ...counts } = fromJson(text) as unknown as Undone;
  return { ...counts, kept: kept.map(([id, reason]) => [toBigint(id) ?? 0n, reason]) };
}

function toRuns(pairs: readonly (readonly [number, bigint])[]): unknown[] {
  const runs: [line: number, id: bigint, count: number][] = [];
  for (const [line, id] of pairs) {
    const last = runs.at(-1);
    const follows = last && line === last[0] + last[2] && id === last[1] + BigInt(last[2]);
    if (follows) last[2] += 1;
    else runs.push([line, id, 1]);
  }
  return runs;
}

function fromRun([line, first, count]: readonly Json[]): [number, bigint][] {
  const id = toBigint(first) ?? 0n;
  return Array.from({ length: Number(count) }, (_, index) => [Number(line) + index, id + BigInt(index)]);
}
