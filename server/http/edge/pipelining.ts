import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection are worked on at a time. */
const MOST_AT_ONCE = 16;
/** How many wait on all connections: a packet may hold a thousand, and each takes more memory than its sender needed. */
const MOST_WAITING = 10_000;

/** How long requests are begun in one turn of the event loop. */
const MOST_MS = 20;

type Work = (request: IncomingMessage, response: ServerResponse) => void;

/** The requests of one connection. */
interface Line {
  running: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Works on few requests of one connection at a time, and reads no more from it while others wait: a client could send
 * thousands without reading an answer. What arrives at once, on however many connections, is begun in several turns of the
 * event loop, so that timers and other work come in between.
 */
export function boundPipelining(server: Server): void {
  const lines = new WeakMap<Socket, Line>();
  const turns = new Turns();
  let waitingInAll = 0;

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { running: 0, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      waitingInAll -= line.waiting.splice(0).length;
    });
    return line;
  };
  const begin = (work: Work, line: Line, request: IncomingMessage, response: ServerResponse) => {
    const isAlone = line.running === 0;
    line.running += 1;
    response.once('close', () => {
      line.running -= 1;
      goOn(work, line, request.socket);
    });
    if (isAlone && !turns.isOver) work(request, response);
    else turns.add(() => request.socket.destroyed || work(request, response));
  };
  const goOn = (work: Work, line: Line, socket: Socket) => {
    const next = line.waiting.shift();
    if (!next) return;
    waitingInAll -= 1;
    begin(work, line, ...next);
    if (line.waiting.length === 0 && !isHeldByNode(socket)) socket.resume();
  };
  const inTurn =
    (work: Work): Work =>
    (request, response) => {
      const { socket } = request;
      const line = lineOf(socket);
      if (line.running < MOST_AT_ONCE) return begin(work, line, request, response);
      line.waiting.push([request, response]);
      waitingInAll += 1;
      if (waitingInAll > MOST_WAITING) socket.destroy();
      else socket.pause();
    };

  for (const event of ['request', 'checkExpectation'] as const) {
    const works = server.listeners(event) as Work[];
    server.removeAllListeners(event);
    for (const work of works) server.on(event, inTurn(work));
  }
}

/** Whether Node itself reads no further, because of answers that are not taken; then it will also read on by itself. */
function isHeldByNode(socket: Socket): boolean {
  return '_paused' in socket && socket._paused === true;
}

/** Work that is begun in later turns of the event loop. */
class Turns {
  readonly #queue: (() => unknown)[] = [];
  #begun: number | undefined;

  /** Whether this turn has begun enough already. */
  get isOver(): boolean {
    const now = performance.now();
    if (this.#begun === undefined) {
      this.#begun = now;
      setImmediate(() => {
        this.#begun = undefined;
      });
    }
    return now - this.#begun > MOST_MS;
  }

  /** Promises of one piece of work are settled before the next begins, so that its time is known. */
  add(work: () => unknown): void {
    this.#queue.push(work);
    setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    if (this.isOver) setImmediate(this.#goOn);
    else this.#queue.shift()?.();
  };
}
