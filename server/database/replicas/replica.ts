import { AppError } from '../../errors.ts';
import type { Address, Connection, LongReader, Reader, Requester } from '../engine.ts';
import { type Connections, longReadsOn, type WithConnection } from '../pooled-engine.ts';
import type { ReplicaState } from '../replica-state.ts';
import { reasonOf, unavailable } from '../retrying.ts';
import { NotUsable, type Replication } from './replication.ts';

interface Opened {
  readonly connections: Connections;
  readonly reads: Reader;
  readonly longReads: LongReader;
  readonly end: () => Promise<void>;
}

/** A replica, and whether it can be read. */
export class Replica<Position> {
  readonly name: string;
  readonly #address: Address;
  readonly #replication: Replication<Position>;
  #opened: Opened | undefined;
  #problem: string | undefined = 'not asked yet';
  #behind: number | undefined;
  #reads = 0;
  #fallbacks = 0;
  #looking: Promise<void> | undefined;

  constructor(address: Address, replication: Replication<Position>) {
    this.name = new URL(address.databaseUrl).host;
    this.#address = address;
    this.#replication = replication;
  }

  get isUsable(): boolean {
    return this.#problem === undefined;
  }

  get state(): ReplicaState {
    return {
      name: this.name,
      problem: this.#problem,
      behindBytes: this.#behind,
      reads: this.#reads,
      fallbacks: this.#fallbacks,
    };
  }

  /** Finds out whether it can be read now, and connects to it if need be. Those who ask meanwhile share the answer. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /**
   * Reads here what is at least as fresh as the primary was when this was called. Answers undefined where that is not to be had,
   * or where the replica fails: then the primary is to be read. Throws what the primary would throw as well.
   */
  async read<T>(
    ask: (readers: Pick<Opened, 'reads' | 'longReads'>) => Promise<T>,
    asking?: Partial<Requester>,
  ): Promise<{ readonly value: T } | undefined> {
    const opened = this.#opened;
    if (!opened || !this.isUsable) return undefined;
    try {
      const value = await ask(opened);
      this.#reads += 1;
      return { value };
    } catch (error) {
      if (asking?.signal?.aborted || error instanceof AppError) throw error;
      if (this.#kindOf(error) === 'slow') throw unavailable(error, reasonOf('slow')); // it would take as long there
      this.#fallbacks += 1;
      this.#note(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#problem = 'closed';
    await this.#opened?.end();
    await this.#opened?.connections.close();
  }

  async #look(): Promise<void> {
    try {
      this.#opened ??= await this.#open();
      await this.#opened.connections.forReads((connection) => this.#arrive(connection));
      if (this.#problem !== 'closed') this.#problem = undefined;
    } catch (error) {
      this.#note(error, true);
    }
  }

  async #open(): Promise<Opened> {
    const connections = await this.#replication.connect(this.#address);
    const once = <T>(work: () => Promise<T>) => work();
    const fresh = <C extends Connection>(withOne: WithConnection<C>): WithConnection<C> => {
      return (work) =>
        withOne(async (connection) => {
          await this.#arrive(connection);
          return work(connection);
        });
    };
    const forReads = fresh(connections.forReads);
    const { longReads, end } = longReadsOn(
      { ...connections, forLongReads: fresh(connections.forLongReads) },
      once,
    );
    const reads: Reader = { all: (statement) => forReads(async (connection) => connection.all(statement)) };
    return { connections, reads, longReads, end };
  }

  async #arrive(connection: Connection): Promise<void> {
    await this.#replication.arrive(connection, await this.#replication.now(), (bytes) => {
      this.#behind = bytes;
    });
  }

  #kindOf(error: unknown) {
    return this.#replication.classifyError(error);
  }

  /** A read that was cancelled for the sake of the log says nothing of the next one; any other failure rests the replica. */
  #note(error: unknown, isLook = false): void {
    if (this.#problem === 'closed') return;
    if (!isLook && this.#kindOf(error) === 'conflict') return;
    if (!isLook && !(error instanceof NotUsable) && this.#kindOf(error) === undefined) return;
    this.#problem = error instanceof Error ? error.message : String(error);
  }
}
