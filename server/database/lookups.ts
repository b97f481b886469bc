import type { Raw, Reader } from './engine.ts';
import type { Lookup } from './statement.ts';

const MOST_KEYS = 64;

/** The keys of one statement that is not sent yet, and who waits for their rows. */
type Waiting = Map<bigint, PromiseWithResolvers<Raw[]>>;

type LendReader = (work: (reader: Reader) => Promise<Raw[]>) => Promise<Raw[]>;

/**
 * Asks a database server for the rows of single keys. Those asked for in one turn of the event loop, or while all connections
 * are busy, travel in one statement. It is sent after all of them were asked for, so each sees what was committed by then.
 */
export class Lookups {
  readonly #lend: LendReader;
  readonly #waiting = new Map<Lookup, Waiting>();

  constructor(lend: LendReader) {
    this.#lend = lend;
  }

  rowsOf(lookup: Lookup, key: bigint): Promise<Raw[]> {
    const open = this.#waiting.get(lookup);
    const waiting = open && open.size < MOST_KEYS ? open : this.#open(lookup);
    const rows = waiting.get(key) ?? Promise.withResolvers<Raw[]>();
    waiting.set(key, rows);
    return rows.promise;
  }

  #open(lookup: Lookup): Waiting {
    const waiting: Waiting = new Map();
    this.#waiting.set(lookup, waiting);
    setImmediate(() => this.#send(lookup, waiting));
    return waiting;
  }

  async #send(lookup: Lookup, waiting: Waiting): Promise<void> {
    const close = () => this.#waiting.get(lookup) === waiting && this.#waiting.delete(lookup);
    try {
      const rows = await this.#lend((reader) => {
        close();
        return reader.all(lookup.statementOf([...waiting.keys()]));
      });
      const found = Map.groupBy(rows, lookup.keyOf);
      for (const [key, { resolve }] of waiting) resolve(found.get(key) ?? []);
    } catch (error) {
      close();
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
