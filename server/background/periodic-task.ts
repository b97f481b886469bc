import { setTimeout as wait } from 'node:timers/promises';

/** Repeated work of one process. */
export interface PeriodicTask {
  /** Stops it. Resolves once the current run has ended. */
  stop(): Promise<void>;
}

export interface PeriodicWork {
  readonly everyMs: number;
  /** Its error goes to `report`, and the next run follows all the same. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly report: (cause: unknown) => void;
}

/** Runs work again and again, the first time after the first pause. Runs never overlap: each pause begins when a run has ended. */
export function startPeriodicTask({ everyMs, run, report }: PeriodicWork): PeriodicTask {
  const end = new AbortController();
  const { signal } = end;
  const repeat = async () => {
    while (await pause(everyMs, signal))
      await run(signal).catch((cause: unknown) => {
        if (!signal.aborted) report(cause);
      });
  };
  const running = repeat();
  return {
    stop() {
      end.abort();
      return running;
    },
  };
}

/** Resolves with whether the time has passed; with false as soon as the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
