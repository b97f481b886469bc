/** Up to this limit, one network may take all slots. */
const FEW_PLACES = 50;
/** The share of the slots that one network may take: for waiting and handled requests together, and for handled ones. */
const PRESENT = 0.75;
const HANDLED = 0.125;

/** The requests of one network. */
interface Line {
  handled: number;
  readonly waiting: (() => void)[];
}

/**
 * The slots for requests that a process handles at a time, divided among networks. Once a network has used its share, its
 * further requests wait, so they cannot fill the queues for database connections.
 */
export class RequestSlots {
  readonly #most: number;
  readonly #mostPresent: number;
  readonly #mostHandled: number;
  readonly #lines = new Map<string, Line>();
  /** How many slots are taken. */
  taken = 0;

  constructor(most: number) {
    const part = (share: number) => Math.max(Math.min(most, FEW_PLACES), Math.ceil(most * share));
    this.#most = most;
    this.#mostPresent = part(PRESENT);
    this.#mostHandled = part(HANDLED);
  }

  get isFull(): boolean {
    return this.taken >= this.#most;
  }

  /** Takes a slot and begins the work, now or once others of its network are done; false if there is no slot. */
  enter(network: string, begin: () => void): boolean {
    const line = this.#lines.get(network) ?? { handled: 0, waiting: [] };
    if (this.isFull || line.handled + line.waiting.length >= this.#mostPresent) return false;
    this.taken += 1;
    this.#lines.set(network, line);
    if (line.handled < this.#mostHandled) {
      line.handled += 1;
      begin();
    } else line.waiting.push(begin);
    return true;
  }

  /** Frees the slot of work that began. */
  leave(network: string): void {
    const line = this.#lines.get(network);
    if (!line) return;
    this.taken -= 1;
    const next = line.waiting.shift();
    if (next)
      setImmediate(next); // not at once: each of many could answer in the call of the one before
    else if (line.handled > 1) line.handled -= 1;
    else this.#lines.delete(network);
  }
}
