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
      if (waiting.length >= maxWaiting) throw tooMany();
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

/** Runs work on somebody's behalf; refuses it where `most` of theirs is under way already, so that nobody takes the turns of all. */
export function makeShares(most: number): <T>(whose: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, number>();
  const count = (whose: string, step: 1 | -1) => {
    const sum = (underWay.get(whose) ?? 0) + step;
    if (sum > most) throw tooMany();
    if (sum > 0) underWay.set(whose, sum);
    else underWay.delete(whose);
  };
  return async (whose, work) => {
    count(whose, 1);
    try {
      return await work();
    } finally {
      count(whose, -1);
    }
  };
}

function tooMany(): AppError {
  return new AppError('tooManyRequests', { headers: { 'retry-after': '5' } });
}
