import { HOUR_MS } from '../shared/durations.ts';
import { storable } from '../shared/text/letters.ts';

const FIRST_MS = 2000;
const LONGEST_MS = HOUR_MS;

/** How long to wait after this many tries: doubles each time, up to an hour, with random jitter. */
export function retryDelay(tries: number): number {
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
  return Math.round(delay * (0.5 + Math.random()));
}

/** The messages of an error and its causes, in one line for administrators. */
export function problemOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined && messages.length < 5; cause = causeOf(cause))
    messages.push(cause instanceof Error ? cause.message : String(cause));
  return storable(messages.join(': ').slice(0, 990));
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
