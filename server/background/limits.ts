import { availableParallelism } from 'node:os';
import { tooManyRequests } from '../errors.ts';

/** Runs work when there is room for it. Throws `tooManyRequests` if too much waits already. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** Heavy work leaves one core to the event loop. */
const BESIDE_THE_LOOP = Math.max(1, availableParallelism() - 1);

/** How many of these places leave one core to the event loop. */
export function placesBesideLoop(places: number): number {
  return Math.min(places, BESIDE_THE_LOOP);
}

/** Limits one kind of work that fills threads and memory. What waits is run in the order of its arrival. */
export function limitConcurrency({
  waiting,
  atOnce = BESIDE_THE_LOOP,
}: {
  readonly waiting: number;
  readonly atOnce?: number;
}): Limit {
  const most = placesBesideLoop(atOnce);
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) {
      if (queue.length >= waiting) throw tooManyRequests();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A limit for each caller, so that no caller takes the room of all. Nothing waits: what exceeds it is refused. */
export interface KeyedLimit {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Takes a place and returns a function that gives it back; only its first call counts. */
  enter(key: string): () => void;
}

/** Of the requests that ask other routes of this server, one caller gets this part. */
const CALLERS = 4;

/**
 * Limits requests that ask other routes of this server. They hold none of the slots for which their inner requests wait: once all
 * slots were held so, no request would go on.
 */
export function outerLimit(requestsAtOnce: number): KeyedLimit {
  return perKeyLimit({ each: Math.ceil(requestsAtOnce / CALLERS), inAll: requestsAtOnce });
}

/** Limits work under way to `each` for one key, and to `inAll` for all keys together. */
export function perKeyLimit({
  each,
  inAll = Number.POSITIVE_INFINITY,
}: {
  readonly each: number;
  readonly inAll?: number;
}): KeyedLimit {
  const places = new Map<string, number>();
  let total = 0;
  const count = (key: string, step: 1 | -1) => {
    const own = (places.get(key) ?? 0) + step;
    if (own > 0) places.set(key, own);
    else places.delete(key);
    total += step;
  };
  const enter = (key: string) => {
    if (total >= inAll || (places.get(key) ?? 0) >= each) throw tooManyRequests();
    count(key, 1);
    let isInside = true;
    return () => {
      if (isInside) count(key, -1);
      isInside = false;
    };
  };
  return {
    enter,
    async run(key, work) {
      const leave = enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
