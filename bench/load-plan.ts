/** Stands in a request for digits that no other request has. */
export const UNIQUE = 'no-two-of-them';

/** What the load generator is told: these requests in turn, again and again, until either bound is reached. */
export interface LoadPlan {
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly most: number;
  readonly seconds: number;
}

/** What it saw. Latencies in milliseconds; `cpuSeconds` is its own, to tell when the load was what held things up. */
export interface LoadReport {
  readonly answers: number;
  /** Answers with a status other than 2xx. */
  readonly refused: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuSeconds: number;
}
