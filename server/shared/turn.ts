import { setImmediate as nextTurn } from 'node:timers/promises';

const MOST_MS = 20;

/** When long work was first begun in this turn of the event loop. */
let begun: number | undefined;

/**
 * Whether long work in total has held this turn of the event loop for too long. Asked right before each piece of it: `if
 * (isTurnOver()) await freeTurn();`
 */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (begun === undefined) {
    begun = now;
    setImmediate(() => {
      begun = undefined;
    });
  }
  return now - begun > MOST_MS;
}

/** Runs work that yields between its steps, in as many turns as it takes. */
export async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    if (isTurnOver()) await freeTurn();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Waits for a turn that has time left. */
export async function freeTurn(): Promise<void> {
  do await nextTurn();
  while (isTurnOver()); // work that waited longer may have used it up
}
