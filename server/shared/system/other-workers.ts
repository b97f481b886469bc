import cluster, { type Worker } from 'node:cluster';

/** The place of a worker among those of its supervisor, from 1 on; its replacement gets the same. */
const WORKER_NUMBER = 'QUIRE_WORKER_NUMBER';

/** What a supervisor gives a worker so that it knows its number. */
export const environmentOf = (number: number) => ({ [WORKER_NUMBER]: String(number) });

/** The number of this process among the workers; 1 if there are no others. */
export const workerNumber = (): number => Number((cluster.isWorker && process.env[WORKER_NUMBER]) || 1);

/** A question of one worker to all others, and the answer of one of them. The supervisor passes both on, unread. */
type Passed = { readonly topic: string; readonly id: number } & (
  | { readonly quire: 'ask'; readonly from?: number }
  | { readonly quire: 'answer'; readonly to: number; readonly body?: unknown }
  | { readonly quire: 'asked'; readonly count: number }
);

/** Passes what a worker says on to those whom it is for. Called by the supervisor. */
export function passOn(said: unknown, from: Worker, running: Iterable<Worker>): void {
  if (!isPassed(said)) return;
  const reachable = [...running].filter((one) => one.isConnected());
  if (said.quire === 'ask') {
    const others = reachable.filter((one) => one !== from);
    for (const one of others) one.send({ ...said, from: from.id }, mayFail);
    const { topic, id } = said;
    from.send({ quire: 'asked', topic, id, count: others.length } satisfies Passed, mayFail);
  }
  if (said.quire === 'answer') reachable.find(({ id }) => id === said.to)?.send(said, mayFail);
}

/** A worker that ends meanwhile answers nothing. */
const mayFail = () => {};

interface Waiting {
  readonly answers: unknown[];
  readonly done: () => void;
  wanted: number | undefined;
}

/** Asks the other workers of this server about one topic. A process without a supervisor has none. */
export class OtherWorkers {
  readonly #topic: string;
  readonly #waiting = new Map<number, Waiting>();
  #tell: (() => Promise<unknown>) | undefined;
  #count = 0;
  #isListening = false;

  /** Each feature has a topic of its own, since all of a process hear the same messages. */
  constructor(topic: string) {
    this.#topic = topic;
  }

  /** Answers the questions of others. */
  answer(tell: () => Promise<unknown>): void {
    this.#tell = tell;
    this.#listen();
  }

  /** What the others answer in time, as plain data. One that hangs is left out. */
  async ask(withinMs: number): Promise<unknown[]> {
    if (!cluster.isWorker) return [];
    this.#listen();
    this.#count += 1;
    const id = this.#count;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting: Waiting = { answers: [], done: resolve, wanted: undefined };
    this.#waiting.set(id, waiting);
    const late = setTimeout(resolve, withinMs).unref();
    send({ quire: 'ask', topic: this.#topic, id });
    await promise;
    clearTimeout(late);
    this.#waiting.delete(id);
    return waiting.answers;
  }

  #listen(): void {
    if (this.#isListening || !cluster.isWorker) return;
    this.#isListening = true;
    process.on('message', (said) => {
      if (isPassed(said) && said.topic === this.#topic) void this.#hear(said);
    });
  }

  async #hear(said: Passed): Promise<void> {
    if (said.quire === 'ask') {
      const { topic, id, from = 0 } = said;
      const body = await this.#tell?.().catch(() => undefined);
      return send({ quire: 'answer', topic, id, to: from, body });
    }
    const waiting = this.#waiting.get(said.id);
    if (!waiting) return;
    if (said.quire === 'asked') waiting.wanted = said.count;
    else waiting.answers.push(said.body);
    if (waiting.answers.length === waiting.wanted) waiting.done();
  }
}

function send(message: Passed): void {
  if (process.connected) process.send?.(message, undefined, undefined, mayFail);
}

function isPassed(said: unknown): said is Passed {
  return typeof said === 'object' && said !== null && 'quire' in said;
}
