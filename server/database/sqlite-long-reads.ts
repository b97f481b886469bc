import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { LongReader, Portion, Raw, TextForm } from './engine.ts';
import type { Statement } from './statement.ts';

/** What the thread is asked: for rows, or, where a form is named, for a portion of text. */
export interface Question {
  readonly statement: Statement;
  readonly form: TextForm | undefined;
}

/** What the thread answers. */
export type Reply = { readonly value: Raw[] | Portion } | { readonly error: unknown };

interface Waiting {
  resolve(value: Raw[] | Portion): void;
  reject(cause: unknown): void;
}

const MAX_WAITING = 100;
/** What one answer may take on the thread, rows and all. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/**
 * Reads that scan many rows, one after the other on a thread of their own: node:sqlite answers no sooner than a statement
 * is done, so on the event loop everybody else would wait with it. The thread begins with the first of them.
 */
export class LongReads implements LongReader {
  readonly #file: string;
  readonly #waiting: Waiting[] = [];
  #thread: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  all(statement: Statement): Promise<Raw[]> {
    return this.#ask({ statement, form: undefined }) as Promise<Raw[]>;
  }

  text(statement: Statement, form: TextForm): Promise<Portion> {
    return this.#ask({ statement, form }) as Promise<Portion>;
  }

  #ask(question: Question): Promise<Raw[] | Portion> {
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new AppError('unavailable', { headers: { 'retry-after': '1' } }));
    this.#thread ??= this.#begin();
    const { promise, resolve, reject } = Promise.withResolvers<Raw[] | Portion>();
    this.#waiting.push({ resolve, reject });
    this.#thread.ref();
    this.#thread.postMessage(question);
    return promise;
  }

  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./sqlite-long-reads-thread.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: MEMORY,
    });
    thread.on('message', (reply: Reply) => {
      const next = this.#waiting.shift(); // the thread answers in the order in which it is asked
      if (this.#waiting.length === 0) thread.unref();
      if ('value' in reply) next?.resolve(reply.value);
      else next?.reject(reply.error);
    });
    const giveUp = (cause: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(new AppError('unavailable', { cause }));
    };
    thread.on('error', giveUp);
    thread.on('exit', giveUp);
    return thread;
  }
}
