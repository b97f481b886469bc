/** In a request, replaced by digits that no other request has. */
export const UNIQUE = 'no-two-of-them';

/** In a request, replaced by a random whole number from 1 to `highest` each time it is sent. */
export function anyNumber(highest: number): string {
  return `{1..${highest}}`;
}

/** The load: these requests in turn, repeated until a bound is reached. */
export interface LoadPlan {
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly most: number;
  readonly seconds: number;
  /** The most requests a second, evenly spread. Without it, each answer triggers the next request. */
  readonly perSecond?: number;
}

/** The result. Latencies are milliseconds; `cpuSeconds` are the generator's own, to show when it was the bottleneck. */
export interface LoadReport {
  readonly answers: number;
  /** Answers with a status other than 2xx. */
  readonly refused: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuSeconds: number;
}
