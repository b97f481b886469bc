import { AppError } from '../../errors.ts';
import { TakenOver } from './run-import.ts';

/** Work that goes on behind the answer to its request, until the server stops. */
export class Jobs {
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #tell: (cause: unknown) => void;

  /** `tell` hears of failures that are no fault of what was asked. */
  constructor(tell: (cause: unknown) => void) {
    this.#tell = tell;
  }

  start(work: (signal: AbortSignal) => Promise<unknown>): void {
    const job = work(this.#stop.signal)
      .then(() => undefined, this.#settle)
      .finally(() => this.#running.delete(job));
    this.#running.add(job);
  }

  readonly #settle = (error: unknown) => {
    const isExpected = error instanceof TakenOver || (error instanceof AppError && error.status < 500);
    if (!isExpected && !this.#stop.signal.aborted) this.#tell(error);
  };

  /** Asks what runs to stop, and waits for it: each ends with what it is at. */
  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}
