import { type ChildProcess, fork } from 'node:child_process';
import { childEnv } from '../../shared/system/children.ts';
import type { Raw, TextChunk, TextForm } from '../engine.ts';
import { unavailable } from '../retrying.ts';
import type { Statement } from '../statement.ts';
import { type ToldError, toldError } from './told-errors.ts';

/** A question to the process: for rows or, if a form is given, for a chunk of text. */
export interface Question {
  readonly statement: Statement;
  readonly form: TextForm | undefined;
}

type Answer = Raw[] | TextChunk;

/** The process sends `ready` once, then an answer to each question. */
export type Reply = 'ready' | { readonly value: Answer } | { readonly failed: ToldError };

/** The memory for one answer in the process, rows included. */
const MAX_HEAP = '--max-old-space-size=128';
const START_WITHIN_MS = 30_000;

/**
 * Reads a file in a process of its own, one question at a time. node:sqlite cannot interrupt a statement, and a thread that
 * runs one cannot be ended; a process can, at any moment.
 */
export class ReadingProcess {
  readonly #child: ChildProcess;
  readonly #idleMs: number;
  #isReady = false;
  #idle: NodeJS.Timeout | undefined;

  /** Ends after `idleMs` without a question. */
  constructor(file: string, idleMs: number) {
    this.#idleMs = idleMs;
    this.#child = fork(new URL('./long-reads-process.ts', import.meta.url), [file], {
      env: childEnv(),
      serialization: 'advanced', // for whole numbers beyond 2^53, and bytes
      execArgv: ['--preserve-symlinks', MAX_HEAP],
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'], // its input closes when this process ends, however that happens
    });
    this.#child.stdin?.on('error', () => {}); // nothing is written to it
  }

  get hasEnded(): boolean {
    return !this.#child.connected || this.#child.killed;
  }

  /** Ends the process unless it answers in time; likewise once the signal is aborted. */
  async ask(question: Question, withinMs: number, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const fail = (cause: unknown) => {
      this.end();
      reject(unavailable(cause));
    };
    const failAfter = (ms: number) => setTimeout(() => fail(`a long read took longer than ${ms} ms`), ms);
    let limit = failAfter(this.#isReady ? withinMs : START_WITHIN_MS);
    const onReply = (reply: Reply) => {
      if (reply === 'ready') {
        this.#isReady = true;
        clearTimeout(limit);
        limit = failAfter(withinMs);
      } else if ('value' in reply) resolve(reply.value);
      else reject(toldError(reply.failed));
    };
    const onExit = (code: number | null, name: string | null) =>
      fail(`a process for long reads ended (${name ?? code})`);
    const onAbort = () => {
      this.end();
      reject(signal?.reason);
    };
    child.on('message', onReply).on('error', fail).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    this.#hold(true);
    child.send(question, (error) => error && fail(error));
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      child.off('message', onReply).off('error', fail).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      this.#hold(false);
    }
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child.kill('SIGKILL');
  }

  /** An idle process does not keep this one running, and ends after a while. */
  #hold(isHeld: boolean): void {
    const { channel } = this.#child;
    clearTimeout(this.#idle);
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
      this.#idle = setTimeout(() => this.end(), this.#idleMs).unref();
    }
  }
}
