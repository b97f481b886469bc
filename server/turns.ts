import { availableParallelism } from 'node:os';
import { AppError } from './errors.ts';

/** Runs a piece of heavy work when its turn comes; refuses it where too many wait already. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** So much heavy work may run at a time that one core stays with the event loop. */
const BESIDE_THE_LOOP = Math.max(1, availableParallelism() - 1);

/** Turns for one kind of work that fills threads and memory. */
export function makeTurns(maxWaiting: number, mostRunning = BESIDE_THE_LOOP): InTurn {
  const maxRunning = Math.min(mostRunning, BESIDE_THE_LOOP);
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new AppError('tooManyRequests', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
