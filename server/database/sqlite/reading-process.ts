import { type ChildProcess, fork } from 'node:child_process';
import type { Portion, Raw, TextForm } from '../engine.ts';
import { unavailable } from '../retrying.ts';
import type { Statement } from '../statement.ts';

/** What the process is asked: for rows or, if a form is given, for a portion of text. */
export interface Question {
  readonly statement: Statement;
  readonly form: TextForm | undefined;
}

type Answer = Raw[] | Portion;

/** What the process answers. */
export type Reply = { readonly value: Answer } | { readonly error: unknown };

/** What one answer may take in the process, rows and all. */
const MAX_HEAP = '--max-old-space-size=128';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL'); // it would only end after its statement
});

/**
 * Reads a file in a process of its own, one question at a time. node:sqlite cannot interrupt a statement, and a thread that
 * runs one cannot be ended; a process can, at any moment.
 */
export class ReadingProcess {
  readonly #child: ChildProcess;

  constructor(file: string) {
    this.#child = fork(new URL('./long-reads-process.ts', import.meta.url), [file], {
      serialization: 'advanced', // for whole numbers beyond 2^53, and bytes
      execArgv: ['--preserve-symlinks', MAX_HEAP],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    running.add(this.#child);
    for (const event of ['exit', 'error'] as const) this.#child.on(event, () => running.delete(this.#child));
  }

  get hasEnded(): boolean {
    return !this.#child.connected || this.#child.killed;
  }

  /** Ends the process unless it answers in time; likewise once the signal is aborted. */
  async ask(question: Question, withinMs: number, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onReply = (reply: Reply) => ('value' in reply ? resolve(reply.value) : reject(reply.error));
    const fail = (cause: unknown) => {
      this.end();
      reject(unavailable(cause));
    };
    const onExit = (code: number | null, name: string | null) =>
      fail(`a process for long reads ended (${name ?? code})`);
    const onAbort = () => {
      this.end();
      reject(signal?.reason);
    };
    const limit = setTimeout(() => fail(`a long read took longer than ${withinMs} ms`), withinMs);
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
    this.#child.kill('SIGKILL');
  }

  /** An idle process does not keep this one running. */
  #hold(isHeld: boolean): void {
    const { channel } = this.#child;
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }
}
