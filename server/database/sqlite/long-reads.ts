import type { LongReader, PoolState, Raw, Requester, TextChunk, TextForm } from '../engine.ts';
import { FairQueue, itself } from '../fair-queue.ts';
import { unavailable } from '../retrying.ts';
import type { Statement } from '../statement.ts';
import { type Question, ReadingProcess } from './reading-process.ts';

/** The second one starts only if several callers read at the same time. */
const PROCESSES = 2;
/** A process takes some 30 MB. Starting one delays a read by less than a second. */
const IDLE_MS = 5 * 60_000;

/**
 * Reads that scan many rows, in separate processes, because node:sqlite blocks its thread until a statement is done. A process
 * whose statement takes too long, or whose client has gone, is killed; the next read starts another.
 */
export class LongReads implements LongReader {
  readonly #file: string;
  readonly #withinMs: number;
  readonly #idleMs: number;
  readonly #queue = new FairQueue(PROCESSES);
  readonly #processes = new Set<ReadingProcess>();
  readonly #idle: ReadingProcess[] = [];
  #hasEnded = false;

  constructor(file: string, withinMs: number, idleMs = IDLE_MS) {
    this.#file = file;
    this.#withinMs = withinMs;
    this.#idleMs = idleMs;
  }

  all(statement: Statement, requester?: Partial<Requester>): Promise<Raw[]> {
    return this.#ask({ statement, form: undefined }, { ...itself, ...requester }) as Promise<Raw[]>; // no form: rows
  }

  text(statement: Statement, form: TextForm, requester?: Partial<Requester>): Promise<TextChunk> {
    return this.#ask({ statement, form }, { ...itself, ...requester }) as Promise<TextChunk>; // a form: text
  }

  get state(): PoolState {
    const { running, waiting } = this.#queue;
    return { name: 'long_reads', most: PROCESSES, open: this.#processes.size, busy: running, waiting };
  }

  /** Lets the next reads start processes of their own, which know the present statistics. */
  renew(): void {
    for (const process of this.#idle.splice(0)) {
      this.#processes.delete(process);
      process.end();
    }
  }

  end(): void {
    this.#hasEnded = true;
    for (const process of this.#processes) process.end();
  }

  #ask(question: Question, requester: Requester): Promise<Raw[] | TextChunk> {
    return this.#queue.run(requester, async () => {
      const process = this.#take();
      try {
        return await process.ask(question, this.#withinMs, requester.signal);
      } finally {
        if (process.hasEnded) this.#processes.delete(process);
        else this.#idle.push(process);
      }
    });
  }

  /** An idle process that still runs, or a new one. */
  #take(): ReadingProcess {
    if (this.#hasEnded) throw unavailable('the database is closed');
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.hasEnded) return idle;
      this.#processes.delete(idle);
    }
    const process = new ReadingProcess(this.#file, this.#idleMs);
    this.#processes.add(process);
    return process;
  }
}
