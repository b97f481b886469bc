import type { Raw, Reader } from './engine.ts';
import type { Lookup } from './statement.ts';

const MAX_KEYS = 64;

/** The keys of a statement that is not sent yet, with the promises of their rows. */
type Batch = Map<bigint, PromiseWithResolvers<Raw[]>>;

type WithReader = (work: (reader: Reader) => Promise<Raw[]>) => Promise<Raw[]>;

/**
 * Reads rows by single keys from a database server. Keys that are requested in one turn of the event loop, or while all
 * connections are busy, share one statement. It is sent after all these requests, so each sees what was committed before it.
 */
export class Lookups {
  readonly #withReader: WithReader;
  readonly #batches = new Map<Lookup, Batch>();

  constructor(withReader: WithReader) {
    this.#withReader = withReader;
  }

  rowsOf(lookup: Lookup, key: bigint): Promise<Raw[]> {
    const open = this.#batches.get(lookup);
    const batch = open && open.size < MAX_KEYS ? open : this.#open(lookup);
    const rows = batch.get(key) ?? Promise.withResolvers<Raw[]>();
    batch.set(key, rows);
    return rows.promise;
  }

  #open(lookup: Lookup): Batch {
    const batch: Batch = new Map();
    this.#batches.set(lookup, batch);
    setImmediate(() => this.#send(lookup, batch));
    return batch;
  }

  async #send(lookup: Lookup, batch: Batch): Promise<void> {
    const close = () => this.#batches.get(lookup) === batch && this.#batches.delete(lookup);
    try {
      const rows = await this.#withReader(async (reader) => {
        close();
        return reader.all(lookup.statementOf([...batch.keys()]));
      });
      const found = Map.groupBy(rows, lookup.keyOf);
      for (const [key, { resolve }] of batch) resolve(found.get(key) ?? []);
    } catch (error) {
      close();
      for (const { reject } of batch.values()) reject(error);
    }
  }
}
