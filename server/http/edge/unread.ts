import type { Socket } from 'node:net';

/** Bytes of answers that their readers have not taken yet, by network. */
export class Unread {
  #all = 0;
  readonly #byNetwork = new Map<string, number>();
  readonly #bySocket = new WeakMap<Socket, Map<object, () => void>>();

  /** The total; a network's own count needs a look only if the total is high. */
  get all(): number {
    return this.#all;
  }

  of(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  /** Counts an answer until it is taken, or its connection has gone. */
  add(socket: Socket, answer: object, { network, bytes }: { network: string; bytes: number }): void {
    this.#count(network, bytes);
    this.#answersOn(socket).set(answer, () => this.#count(network, -bytes));
  }

  /** Call it when an answer was read or given up. */
  remove(socket: Socket, answer: object): void {
    const answers = this.#bySocket.get(socket);
    answers?.get(answer)?.();
    answers?.delete(answer);
  }

  #answersOn(socket: Socket): Map<object, () => void> {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const answers = new Map<object, () => void>();
    this.#bySocket.set(socket, answers);
    // An answer that waits behind others has no end of its own if the connection breaks.
    socket.once('close', () => {
      for (const release of answers.values()) release();
      answers.clear();
    });
    return answers;
  }

  #count(network: string, bytes: number): void {
    this.#all += bytes;
    const own = this.of(network) + bytes;
    if (own > 0) this.#byNetwork.set(network, own);
    else this.#byNetwork.delete(network);
  }
}
