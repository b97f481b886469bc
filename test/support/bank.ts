import { setTimeout as wait } from 'node:timers/promises';

/** What calls to a bank were told, in the words of their signals; jobs of the shop put it here. */
export const told: string[] = [];

/** What a job is given besides its input. */
interface Heard {
  readonly actor: { readonly username: string };
  readonly requestId: string;
  readonly time: number;
  readonly delivery: string;
  readonly tries: number;
}

/** What the jobs that called the bank were given, in the order in which they began. */
export const heard: Heard[] = [];

/** Far longer than it takes a signal to arrive. */
const BOUND_MS = 20_000;

/** A call to a bank that never answers. It ends once its signal tells it to, and notes why. */
export async function callBank(account: string, signal: AbortSignal): Promise<never> {
  told.push(`${account} waits`);
  await wait(BOUND_MS, undefined, { signal, ref: false }).catch(() => {});
  told.push(`${account} ends: ${signal.reason?.name}`);
  throw signal.reason ?? new Error('no signal came');
}
