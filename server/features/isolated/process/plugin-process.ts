import type { IsolatedCall } from '../../../definitions/isolated/isolated.ts';
import { inTime } from '../../../records/scope/in-time.ts';
import { toJson } from '../../../shared/exact-json.ts';
import type { Asker } from '../asker.ts';
import { MOST_BYTES, type ProcessMessage, readMessage } from './messages-of-process.ts';
import { readLines } from './read-lines.ts';
import { type Child, startProcess, watchMemory } from './start-process.ts';

type Values = Readonly<Record<string, unknown>>;
type Ask = Extract<ProcessMessage, { readonly kind: 'ask' }>;

/** Why a plug-in did not do what it was called for. */
export class PluginProblem extends Error {}

/** What a plug-in asked for and was not granted. */
export class NotGranted extends PluginProblem {}

/** What a plug-in said instead of doing what it was called for. */
export class PluginRefusal extends Error {
  readonly field: string;

  constructor(text: string, field: string) {
    super(text);
    this.field = field;
  }
}

interface Parts {
  readonly folder: string;
  readonly main: string;
  /** Answers what a plug-in asks during a call. What it throws, the plug-in gets as an error. */
  answer(asking: Asking, what: string, about: Values): Promise<unknown>;
  /** Notes what a plug-in prints, and why its process was ended. */
  note(line: string): void;
}

/** A call, and the user whom it concerns, of whom the process does not hear. */
export interface Asking {
  readonly call: IsolatedCall;
  readonly asker: Asker | undefined;
}

/** A call that has not been answered. */
interface OpenCall extends PromiseWithResolvers<Values | undefined>, Asking {}

const START_MS = 10_000;
/** Calls and questions that one process has at once; more of them wait, or are refused. */
const MOST_CALLS = 64;
const MOST_ASKED = 4;
/** Bytes that wait until a process reads them: one that asks on would fill the server's memory. */
const MOST_UNREAD = 16 * MOST_BYTES;
/** How long a process that failed stays away, at first and at most; doubled with each further failure. */
const BACK_OFF_MS = 100;
const MOST_BACK_OFF_MS = 60_000;
/** Lines that a plug-in prints and the log keeps, of each process. */
const MOST_LINES = 200;

/** The process of one plug-in: started when it is needed, ended when it breaks a limit, and kept away for a while after that. */
export class PluginProcess {
  readonly #parts: Parts;
  readonly #calls = new Map<number, OpenCall>();
  #count = 0;
  #running: { readonly child: Child; readonly ready: Promise<void> } | undefined;
  #failures = 0;
  #awayUntil = 0;
  #isClosed = false;
  /** Why it was ended the last time. */
  lastProblem: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether its last call ended the process. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Calls a function of the plug-in. Throws PluginRefusal, or PluginProblem; a plug-in that takes longer is ended. */
  async call(call: IsolatedCall, withinMs: number, asker?: Asker): Promise<Values | undefined> {
    if (this.#calls.size >= MOST_CALLS)
      throw new PluginProblem(`more than ${MOST_CALLS} calls of it are waiting`);
    const running = this.#start();
    await inTime(running.ready, withinMs).catch((cause: Error) => {
      throw cause instanceof PluginProblem ? cause : new PluginProblem('it is still starting');
    });
    if (this.#running !== running) throw new PluginProblem(this.lastProblem); // it was ended right after it was ready
    this.#count += 1;
    const id = this.#count;
    const text = toJson({ id, call });
    if (Buffer.byteLength(text) > MOST_BYTES)
      throw new PluginProblem(`what it is to get is longer than ${MOST_BYTES} bytes`);
    const open: OpenCall = { call, asker, ...Promise.withResolvers<Values | undefined>() };
    this.#calls.set(id, open);
    const late = setTimeout(() => this.#fail(`it took longer than ${withinMs} ms`, running.child), withinMs);
    running.child.stdin.write(`${text}\n`);
    try {
      const value = await open.promise;
      this.#failures = 0;
      return value;
    } finally {
      clearTimeout(late);
      this.#calls.delete(id);
    }
  }

  /** Starts the process before it is needed. */
  prepare(): void {
    if (!this.#isClosed && this.#awayUntil <= Date.now()) this.#start();
  }

  /** Ends the process; the next call starts another. */
  end(): void {
    this.#fail('it was ended', this.#running?.child, { isMeant: true });
  }

  /** Ends it for good. */
  close(): void {
    this.#isClosed = true;
    this.end();
  }

  #start() {
    if (this.#running) return this.#running;
    if (this.#isClosed) throw new PluginProblem('the server stops');
    const left = this.#awayUntil - Date.now();
    if (left > 0)
      throw new PluginProblem(
        `its process failed (${this.lastProblem}), and is started again in ${Math.ceil(left / 1000)} s`,
      );
    const child = startProcess(this.#parts);
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => {}); // each call that waits for it hears of it
    const running = { child, ready: ready.promise };
    this.#running = running;
    const late = setTimeout(() => this.#fail('it did not start in time', child), START_MS);
    const stopWatching = watchMemory(child, () => this.#fail('it held too much memory', child));
    const ended = (problem: string) => {
      stopWatching();
      clearTimeout(late);
      this.#fail(problem, child);
      ready.reject(new PluginProblem(this.lastProblem));
    };
    child.once('error', (cause) => ended(`it could not be started: ${cause.message}`));
    child.once('exit', (code, signal) => ended(`it ended with ${signal ?? `code ${code}`}`));
    child.stdin.on('error', () => {}); // it has ended, which 'exit' tells
    this.#listen(child, () => {
      clearTimeout(late);
      ready.resolve();
    }).catch((cause: Error) => this.#fail(cause.message, child));
    this.#keepPrinted(child);
    return running;
  }

  /** Reads what a process says. It is read no faster than it is answered. */
  async #listen(child: Child, ready: () => void): Promise<void> {
    const asked = new Set<Promise<void>>();
    for await (const line of readLines(child.stdout, MOST_BYTES)) {
      const message = readMessage(line);
      if (!message) return this.#fail('it sent what is no message', child);
      if (message.kind === 'ready') ready();
      else if (message.kind === 'broken')
        return this.#fail(`its module cannot be loaded: ${message.failure}`, child);
      else if (message.kind === 'ask') {
        if (asked.size >= MOST_ASKED) await Promise.race(asked);
        const answered: Promise<void> = this.#answer(child, message).finally(() => asked.delete(answered));
        asked.add(answered);
      } else this.#settle(message);
    }
  }

  #settle(message: Extract<ProcessMessage, { readonly call: number }>): void {
    const open = this.#calls.get(message.call);
    if (!open) return; // it was answered before
    if (message.kind === 'value') open.resolve(message.value);
    else if (message.kind === 'refusal') open.reject(new PluginRefusal(message.text, message.field));
    else if (message.kind === 'failure') open.reject(new PluginProblem(message.failure));
  }

  async #answer(child: Child, { ask, call, what, about }: Ask): Promise<void> {
    const open = this.#calls.get(call);
    const answer = open
      ? await this.#parts.answer(open, what, about).then(
          (value) => ({ answer: ask, value }),
          (cause: Error) => ({ answer: ask, failure: cause.message.slice(0, 1000) }),
        )
      : { answer: ask, failure: 'no call of it is running' };
    const text = toJson(answer);
    const isShort = Buffer.byteLength(text) <= MOST_BYTES;
    const sent = isShort
      ? text
      : toJson({ answer: ask, failure: `the answer is longer than ${MOST_BYTES} bytes` });
    child.stdin.write(`${sent}\n`);
    if (child.stdin.writableLength > MOST_UNREAD) this.#fail('it reads no answers', child);
  }

  #keepPrinted(child: Child): void {
    let lines = 0;
    child.stderr.on('data', (chunk: Buffer) => {
      lines += 1;
      if (lines <= MOST_LINES) this.#parts.note(chunk.subarray(0, 500).toString('utf8').trimEnd());
    });
  }

  /** Ends a process and all calls of it. */
  #fail(problem: string, child: Child | undefined, { isMeant = false } = {}): void {
    if (child === undefined || this.#running?.child !== child) return; // it was ended before
    this.#running = undefined;
    this.lastProblem = problem;
    child.kill('SIGKILL');
    if (!isMeant) {
      this.#awayUntil = Date.now() + Math.min(BACK_OFF_MS * 2 ** this.#failures, MOST_BACK_OFF_MS);
      this.#failures += 1;
      this.#parts.note(`its process was ended: ${problem}`);
    }
    for (const { reject } of this.#calls.values()) reject(new PluginProblem(problem));
  }
}
