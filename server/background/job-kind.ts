import type { Text } from '../messages/message.ts';
import type { HeldJob, Note } from './job-store.ts';

/** Thrown by work that would fail again: the job is given up at once. */
export class PermanentFailure extends Error {}

/** Thrown by work that another system rejected: nothing is wrong here, and the kind of job reports what people need to know. */
export class Rejected extends Error {}

/** Thrown by work whose turn has not come: the job waits until then, and this was no try. */
export class Postponed extends Error {
  readonly until: number;

  constructor(until: number) {
    super('its turn has not come');
    this.until = until;
  }
}

/** A kind of job: how one is done. */
export interface JobKind {
  readonly name: string;
  /** What people read in place of the name. */
  readonly label?: Text;
  /** How many of them a process runs at once. */
  readonly atOnce: number;
  /** How often a job is tried before it is given up. */
  readonly mostTries: number;
  /** Whether a stopping process still begins due jobs. */
  readonly runsAtStop?: true;
  /**
   * Does the work. It may run more than once for a job, always with the same `delivery`. The signal is aborted where the
   * process stops or another one has taken the job over. What it returns is written in the transaction that ends the job.
   */
  run(job: HeldJob, signal: AbortSignal): Promise<void> | Promise<Note | undefined>;
  /** Called when a job is given up, even if its process died in each try; called again if the process dies meanwhile. */
  givenUp?(job: HeldJob, cause: unknown): Promise<void>;
  /** Whether the job is over even if `givenUp` fails. */
  readonly isOverAnyway?: true;
}

/** Whether work ended because another system rejected it. */
export function isRejection(cause: unknown): boolean {
  return cause instanceof Rejected || (cause instanceof PermanentFailure && cause.cause instanceof Rejected);
}
