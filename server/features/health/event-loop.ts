import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Node's monitor looks so often, and counts the time between two looks. */
const RESOLUTION_MS = 10;
const WINDOW_MS = 60_000;

/** How long the event loop was held at a stretch. */
export interface EventLoop {
  /** Within the last one to two minutes, in milliseconds. */
  readonly longest_ms: number;
  readonly longest_ms_since_start: number;
}

/** Watches the event loop of this process. */
export class EventLoopWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #window: NodeJS.Timeout | undefined;
  #before = 0;
  #ever = 0;

  begin(): void {
    this.#delays.enable();
    this.#window = setInterval(() => {
      this.#before = this.#longest();
      this.#ever = Math.max(this.#ever, this.#before);
      this.#delays.reset();
    }, WINDOW_MS).unref();
  }

  end(): void {
    this.#delays.disable();
    clearInterval(this.#window);
  }

  get longest(): EventLoop {
    const now = this.#longest();
    return {
      longest_ms: Math.max(this.#before, now),
      longest_ms_since_start: Math.max(this.#ever, now),
    };
  }

  #longest(): number {
    return Math.max(0, Math.round(this.#delays.max / 1e6) - RESOLUTION_MS);
  }
}
