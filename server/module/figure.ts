import type { Durations } from '../shared/counting/durations.ts';
import type { Tally } from '../shared/counting/tally.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';

/** One value of a figure. Its labels take few values, all of them known to the code: never a text, an address or an id. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Which part of a histogram it is. */
  readonly part?: '_bucket' | '_sum' | '_count';
}

/** What a module tells operators about the running server, read when they ask. Its name follows the rules of Prometheus. */
export interface Figure {
  /** Such as `quire_webhook_lag_seconds`: with its unit, and `_total` behind a count that only grows. */
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** All processes would tell the same, so one of them is asked; otherwise each tells its own. */
  readonly isShared?: true;
  read(): MaybePromise<readonly Sample[]>;
}

/** A count by one label. */
export function countedBy(label: string, tally: Tally): () => Sample[] {
  return () => tally.entries().map(([word, value]) => ({ labels: { [label]: word }, value }));
}

/** The values of a histogram. */
export function samplesOf(durations: Durations, labels: Readonly<Record<string, string>> = {}): Sample[] {
  const buckets = [...durations.upTo(), ['+Inf', durations.count] as const];
  return [
    ...buckets.map(
      ([bound, value]): Sample => ({ labels: { ...labels, le: String(bound) }, value, part: '_bucket' }),
    ),
    { labels, value: durations.sum, part: '_sum' },
    { labels, value: durations.count, part: '_count' },
  ];
}
