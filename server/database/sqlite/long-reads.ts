import type { Worker } from 'node:worker_threads';
import { startThread } from '../../shared/start-thread.ts';
import type { LongReader, Portion, Raw, TextForm } from '../engine.ts';
import { unavailable } from '../retrying.ts';
import type { Statement } from '../statement.ts';

/** What the thread is asked: for rows, or, where a form is named, for a portion of text. */
export interface Question {
  readonly statement: Statement;
  readonly form: TextForm | undefined;
}

/** What the thread answers. */
export type Reply = { readonly value: Raw[] | Portion } | { readonly error: unknown };

interface Waiting {
  readonly question: Question;
  resolve(value: Raw[] | Portion): void;
  reject(cause: unknown): void;
}

const MAX_WAITING = 100;
/** What one answer may take on the thread, rows and all. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
/** How many statements that took too long may still run, on threads that nobody waits for. */
const MAX_ABANDONED = 2;

/**
 * Reads that scan many rows, one after the other on a thread of their own: node:sqlite answers no sooner than a statement
 * is done, so on the event loop everybody else would wait with it. The thread begins with the first of them. A statement
 * that takes too long cannot be interrupted: its thread is abandoned, and the others go on on a new one.
 */
export class LongReads implements LongReader {
  readonly #file: string;
  readonly #withinMs: number;
  readonly #waiting: Waiting[] = [];
  #running: Waiting | undefined;
  #limit: NodeJS.Timeout | undefined;
  #thread: Worker | undefined;
  #abandoned = 0;

  constructor(file: string, withinMs: number) {
    this.#file = file;
    this.#withinMs = withinMs;
  }

  all(statement: Statement): Promise<Raw[]> {
    return this.#ask({ statement, form: undefined }) as Promise<Raw[]>;
  }

  text(statement: Statement, form: TextForm): Promise<Portion> {
    return this.#ask({ statement, form }) as Promise<Portion>;
  }

  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(question: Question): Promise<Raw[] | Portion> {
    if (this.#waiting.length + Number(this.#running !== undefined) >= MAX_WAITING)
      return Promise.reject(unavailable('too many long reads wait'));
    const { promise, resolve, reject } = Promise.withResolvers<Raw[] | Portion>();
    this.#waiting.push({ question, resolve, reject });
    this.#askNext();
    return promise;
  }

  #askNext(): void {
    if (this.#running) return;
    this.#running = this.#waiting.shift();
    if (!this.#running) {
      this.#thread?.unref();
      return;
    }
    this.#thread ??= this.#begin();
    this.#thread.ref();
    this.#thread.postMessage(this.#running.question);
    this.#limit = setTimeout(() => this.#abandon(), this.#withinMs).unref();
  }

  #settle(reply: Reply): void {
    clearTimeout(this.#limit);
    const running = this.#running;
    this.#running = undefined;
    if ('value' in reply) running?.resolve(reply.value);
    else running?.reject(reply.error);
    this.#askNext();
  }

  #begin(): Worker {
    const thread = startThread(new URL('./long-reads-thread.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: MEMORY,
    });
    const isCurrent = () => this.#thread === thread;
    thread.on('message', (reply: Reply) => isCurrent() && this.#settle(reply));
    const giveUp = (cause: unknown) => {
      if (!isCurrent()) return;
      this.#thread = undefined;
      this.#settle({ error: unavailable(cause) });
    };
    thread.on('error', giveUp);
    thread.on('exit', giveUp);
    return thread;
  }

  /** Lets the thread end when its statement does; without a place for it, all who wait are refused until then. */
  #abandon(): void {
    const thread = this.#thread;
    if (!thread) return;
    const slow = unavailable(`a long read took longer than ${this.#withinMs} ms`);
    this.#running?.reject(slow);
    if (this.#abandoned >= MAX_ABANDONED) {
      for (const { reject } of this.#waiting.splice(0)) reject(slow);
      this.#limit = setTimeout(() => this.#abandon(), this.#withinMs).unref();
      return;
    }
    this.#abandoned += 1;
    this.#thread = undefined;
    thread.unref();
    void thread.terminate().then(() => {
      this.#abandoned -= 1;
    });
    this.#running = undefined;
    this.#askNext();
  }
}
