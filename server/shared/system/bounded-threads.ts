import type { Worker } from 'node:worker_threads';
import { startThread } from './children.ts';

/** What each thread is held to. */
interface Bounds {
  /** For one task, in milliseconds of the clock. */
  readonly deadlineMs: number;
  /** Of JavaScript's objects. Buffers, and what native code takes, lie outside. */
  readonly heapMb: number;
  /** How long a thread without a task is kept. */
  readonly idleMs: number;
}

/** A thread took longer than its deadline or more memory than it may. */
export class OutOfBounds extends Error {}

/**
 * Threads that answer one message at a time with one message. The first starts with the first task. One that exceeds its bounds,
 * or breaks, is ended; the next task starts another.
 */
export class BoundedThreads<Task, Answer> {
  readonly #file: URL;
  readonly #workerData: unknown;
  readonly #bounds: Bounds;
  readonly #all = new Set<Worker>();
  /** The timer of each ends it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #ending = new AbortController();

  constructor(file: URL, workerData: unknown, bounds: Bounds) {
    this.#file = file;
    this.#workerData = workerData;
    this.#bounds = bounds;
  }

  /** Throws OutOfBounds, and what the thread threw. */
  async run(task: Task): Promise<Answer> {
    this.#ending.signal.throwIfAborted();
    const thread = this.#take();
    const late = AbortSignal.timeout(this.#bounds.deadlineMs);
    try {
      const answer = await ask<Task, Answer>(thread, task, AbortSignal.any([late, this.#ending.signal]));
      this.#keep(thread);
      return answer;
    } catch (cause) {
      void this.#end(thread);
      throw late.aborted || isOutOfMemory(cause) ? new OutOfBounds('exceeded by a thread', { cause }) : cause;
    }
  }

  /** Ends all threads, at work or not. */
  async end(): Promise<void> {
    this.#ending.abort(new Error('the threads have ended'));
    await Promise.all([...this.#all].map((thread) => this.#end(thread)));
  }

  #take(): Worker {
    const [thread = this.#start()] = this.#idle.keys();
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#bounds.heapMb };
    const thread = startThread(this.#file, { workerData: this.#workerData, resourceLimits });
    thread.on('error', () => {}); // `ask` reports it to the caller
    thread.once('exit', () => this.#forget(thread));
    this.#all.add(thread);
    return thread;
  }

  #keep(thread: Worker): void {
    thread.unref();
    this.#idle.set(thread, setTimeout(() => void this.#end(thread), this.#bounds.idleMs).unref());
  }

  async #end(thread: Worker): Promise<void> {
    this.#forget(thread);
    await thread.terminate();
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#all.delete(thread);
  }
}

/** Throws what the thread threw, and if it ends instead of answering, or the signal is aborted. */
async function ask<Task, Answer>(thread: Worker, task: Task, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(signal.reason);
  const ended = () => reject(new Error('the thread ended'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  signal.addEventListener('abort', stop);
  thread.postMessage(task);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    thread.off('message', resolve).off('error', reject).off('exit', ended);
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
