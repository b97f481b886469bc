import { availableParallelism } from 'node:os';
import type { Requester } from '../../../database/engine.ts';
import { FairQueue } from '../../../database/fair-queue.ts';
import { AppError, type Failure } from '../../../errors.ts';
import type { Message, Text } from '../../../messages/message.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { BoundedThreads, OutOfBounds } from '../../../shared/system/bounded-threads.ts';
import { failures } from '../failures.ts';
import type { Received } from '../receive.ts';
import type { Examined, InspectionRules } from './examine.ts';

/** What a thread answers: an AppError cannot be sent from there. */
export type Inspected =
  | { readonly examined: Examined }
  | {
      readonly refusal: {
        readonly failure: Failure;
        readonly detail?: Text;
        readonly reason: Message | undefined;
      };
    };

/** A received file as it may be kept. Throws if the rules do not allow it, or it claims more than it holds. */
export type Inspect = (received: Received, requester: Requester) => Promise<Examined>;

/** A file takes some milliseconds; this is for machines under load. */
const BOUNDS = { deadlineMs: 30_000, heapMb: 64, idleMs: 5 * MINUTE_MS };
/** One core is left to the event loop. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));
const PRESENT = { each: 200, inAll: 1000 };

export interface Inspection {
  readonly inspect: Inspect;
  /** Ends the threads, at work or not. */
  end(): Promise<void>;
}

/** Opens what reads the content of received files, in threads, in turns of the senders. */
export function openInspection({ types, keepsMetadata }: InspectionRules): Inspection {
  const rules: InspectionRules = { types, keepsMetadata };
  const thread = new URL('./inspect-thread.ts', import.meta.url);
  const threads = new BoundedThreads<Received, Inspected>(thread, rules, BOUNDS);
  const queue = new FairQueue(THREADS, PRESENT);
  const inspect: Inspect = async (received, requester) => {
    const inspected = await queue.run(requester, () => threads.run(received)).catch(toRefusal);
    if ('refusal' in inspected) throw new AppError(inspected.refusal.failure, inspected.refusal);
    return inspected.examined;
  };
  return { inspect, end: () => threads.end() };
}

function toRefusal(cause: unknown): never {
  if (!(cause instanceof OutOfBounds)) throw cause;
  throw new AppError(failures.fileUnreadable, { cause });
}
