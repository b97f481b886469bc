/** One line of the result. Ratios are relative to the bare server: 1 is as fast, 0.5 takes twice as long. */
export interface AnyRecord {
  readonly what: string;
  readonly measured: string;
  /** The share of the answers that came from the cache. */
  readonly remembered?: string;
  readonly rate?: string;
  readonly cpu?: string;
  readonly target: string;
  readonly met: boolean;
}

/** The result as a Markdown table. */
export function table(records: readonly AnyRecord[]): string {
  return [
    '| what | measured | from the cache | rate ratio | CPU ratio | target | outcome |',
    '|---|---|---|---|---|---|---|',
    ...records.map(
      ({ what, measured, remembered = '–', rate = '–', cpu = '–', target, met }) =>
        `| ${what} | ${measured} | ${remembered} | ${rate} | ${cpu} | ${target} | ${met ? 'met' : '**missed**'} |`,
    ),
  ].join('\n');
}
