/** Ids that no line had when they were passed over. */
export interface Gap {
  readonly first: bigint;
  readonly last: bigint;
  /** When that was noticed, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * How long a line may become visible after lines with higher ids were sealed: where transactions run concurrently, ids are given
 * before the commit. Longer than any transaction lasts.
 */
export const LATE_MS = 10 * 60_000;

/** The gaps in the ids from `first` on, given the ids in their order. */
export function gapsIn(ids: readonly bigint[], first: bigint, since: number): Gap[] {
  let next = first;
  return ids.flatMap((id) => {
    const gap = { first: next, last: id - 1n, since };
    next = id + 1n;
    return gap.first <= gap.last ? [gap] : [];
  });
}

/** What is left of gaps without the ids that are lines by now. */
export function withoutLines(gaps: readonly Gap[], ids: readonly bigint[]): Gap[] {
  return gaps.flatMap((gap) => {
    const inside = ids.filter((id) => id >= gap.first && id <= gap.last);
    return gapsIn([...inside, gap.last + 1n], gap.first, gap.since);
  });
}

/** Gaps as JSON. */
export function writeGaps(gaps: readonly Gap[]): [string, string, number][] {
  return gaps.map(({ first, last, since }) => [String(first), String(last), since]);
}

export function readGaps(json: unknown): Gap[] {
  const written = Array.isArray(json) ? (json as ReturnType<typeof writeGaps>) : []; // as written above
  return written.map(([first, last, since]) => ({
    first: BigInt(first),
    last: BigInt(last),
    since: Number(since),
  }));
}
