import type { Socket } from 'node:net';

interface Sending {
  /** What had left before the first answer that is not counted yet. */
  mark: number;
  waiting: number;
}

/**
 * Counts what leaves on connections, heads and encryption of none included. The answers of one connection follow one another, so
 * what left since the last one that was counted is the next one's. Requests that the server makes of itself have no connection.
 */
export class SentBytes {
  readonly #sendings = new WeakMap<Socket, Sending>();

  /** Call it when a request arrives whose answer is to be counted, and `take` once it has left. */
  begin(socket: Socket): void {
    const sending = this.#sendings.get(socket) ?? { mark: 0, waiting: 0 };
    if (sending.waiting === 0) sending.mark = sentBy(socket);
    sending.waiting += 1;
    this.#sendings.set(socket, sending);
  }

  take(socket: Socket): number {
    const sending = this.#sendings.get(socket);
    if (!sending) return 0;
    const before = sending.mark;
    sending.mark = Math.max(before, sentBy(socket));
    sending.waiting -= 1;
    return sending.mark - before;
  }
}

/** A request of the server itself has a socket that sends nothing. */
function sentBy(socket: Socket): number {
  return socket.bytesWritten ?? 0;
}
