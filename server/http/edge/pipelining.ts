import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Turns } from './turns.ts';

/** How many requests of one connection are handled beside the oldest unanswered one. */
const MOST_BESIDE = 3;
/** How many requests may wait on all connections. */
const MOST_WAITING = 2000;
/** How much of a connection is parsed at a time: some thirty requests at most. */
const PIECE_BYTES = 512;

/** Both are Node's internals: no public interface gives bytes to its parser, or says that Node itself has paused reading. */
const CHANGED = 'this Node reads connections in a way that limits on pipelined requests do not know';

const NOTHING: Buffer = Buffer.alloc(0);

type Work = (request: IncomingMessage, response: ServerResponse) => void;
type Request = readonly [Work, IncomingMessage, ServerResponse];

/**
 * Parses and handles few requests of one connection at a time, and reads no more from it meanwhile: one packet may hold a
 * thousand. Requests that arrive at once, on any number of connections, are spread over several turns of the event loop.
 */
export function boundPipelining(server: Server): void {
  const lines = new WeakMap<Socket, Line>();
  const shared: Shared = { turns: new Turns(), waiting: 0 };
  server.on('connection', (socket) => lines.set(socket, new Line(socket, shared)));
  for (const event of ['request', 'checkExpectation'] as const) {
    const works = server.listeners(event) as Work[];
    server.removeAllListeners(event);
    for (const work of works)
      server.on(event, (request: IncomingMessage, response: ServerResponse) =>
        lines.get(request.socket)?.take([work, request, response]),
      );
  }
}

/** The state that all connections share. */
interface Shared {
  readonly turns: Turns;
  /** How many requests wait. */
  waiting: number;
}

/** The requests of one connection. */
class Line {
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #parse: (piece: Buffer) => void;
  #unparsed = NOTHING;
  /** How many bytes of the next piece are certainly part of a body. */
  #body = 0;
  readonly #waiting: Request[] = [];
  #beside = 0;
  /** Whether reading was paused here: a body whose reader is slow pauses it as well. */
  #isHeld = false;
  /** Whether the next piece is to be parsed in a later turn. */
  #isQueued = false;

  constructor(socket: Socket, shared: Shared) {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]; // Node's own
    if (!parse || !('_paused' in socket)) throw new Error(CHANGED);
    this.#socket = socket;
    this.#shared = shared;
    this.#parse = parse;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('resume', () => this.#advance()); // Node reads on after each answer
    socket.once('close', () => {
      shared.waiting -= this.#waiting.splice(0).length;
    });
  }

  /** Takes bytes of the connection. Nearly always it is a small piece that can be parsed at once. */
  #read(bytes: Buffer): void {
    const isFirst = this.#unparsed.length === 0;
    this.#unparsed = isFirst ? bytes : Buffer.concat([this.#unparsed, bytes]);
    const isReady = isFirst && bytes.length <= PIECE_BYTES && this.#mayParse && !this.#shared.turns.isOver;
    if (isReady) this.#parse(this.#takePiece());
    if (!isReady || this.#waiting.length > 0) this.#advance();
  }

  /** Handles a parsed request, now or in its turn. A single request is not counted, because that would cost it some 5 %. */
  take(request: Request): void {
    const [work, message, response] = request;
    this.#body = Number(message.headers['content-length'] ?? 0) - PIECE_BYTES; // this piece held the rest
    if (this.#beside === 0 && response.socket === this.#socket) work(message, response);
    else if (this.#beside < MOST_BESIDE) this.#begin(request);
    else this.#wait(request);
  }

  #wait(request: Request): void {
    this.#waiting.push(request);
    this.#shared.waiting += 1;
    if (this.#shared.waiting > MOST_WAITING) this.#socket.destroy();
  }

  #begin([work, request, response]: Request): void {
    this.#beside += 1;
    response.on('close', this.#goOn);
    this.#shared.turns.add(() => request.socket.destroyed || work(request, response));
  }

  readonly #goOn = (): void => {
    this.#beside -= 1;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#shared.waiting -= 1;
    this.#begin(next);
    if (this.#waiting.length === 0) this.#advance();
  };

  /** Parses pending bytes when it is their turn, and reads on once all of them are parsed. */
  #advance(): void {
    const { turns } = this.#shared;
    while (this.#mayParse && !turns.isOver) this.#parse(this.#takePiece());
    const isBusy = this.#unparsed.length > 0 || this.#waiting.length > 0;
    if (isBusy) this.#socket.pause();
    else if (this.#isHeld && !isHeldByNode(this.#socket)) this.#socket.resume();
    this.#isHeld = isBusy;
    if (!this.#mayParse || this.#isQueued) return;
    this.#isQueued = true;
    turns.add(() => {
      this.#isQueued = false;
      this.#advance();
    });
  }

  #takePiece(): Buffer {
    const size = Math.max(PIECE_BYTES, this.#body);
    const all = this.#unparsed;
    const piece = all.length > size ? all.subarray(0, size) : all;
    this.#unparsed = piece === all ? NOTHING : all.subarray(size);
    this.#body -= piece.length;
    return piece;
  }

  /** Nothing is parsed while requests wait, nor after an answer that ends the connection. */
  get #mayParse(): boolean {
    if (this.#unparsed.length === 0 || this.#waiting.length > 0) return false;
    const socket = this.#socket;
    return socket.readable && !socket.writableEnded && !isHeldByNode(socket);
  }
}

/** Whether Node itself has paused reading because answers are unread; then Node also resumes by itself. */
function isHeldByNode(socket: Socket): boolean {
  return '_paused' in socket && socket._paused === true;
}
