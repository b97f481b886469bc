/** What the load generator is told: the same bytes again and again, until either bound is reached. */
export interface LoadPlan {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly requests: number;
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
