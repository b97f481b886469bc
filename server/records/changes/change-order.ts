import type { Database } from '../../database/database.ts';
import type { Connection } from '../../database/engine.ts';
import { rowReader } from '../../database/values.ts';
import { chunksOf } from '../store/chunks.ts';
import { change, changeHead } from './change.collection.ts';

/** How many changes get their positions in one transaction. */
const MOST_A_ROUND = 10_000;

interface Unplaced {
  readonly id: bigint;
  readonly batch: bigint;
}

const readUnplaced = { id: { type: 'bigint' }, batch: { type: 'bigint' } } as const;
const readHead = { id: { type: 'bigint' }, last: { type: 'bigint' } } as const;

/**
 * Gives changes their positions where transactions run concurrently. Ids are assigned before the commit, so one may become
 * visible after a greater one. Positions are assigned after the commit, under a lock, to all visible changes. So a reader at a
 * position has missed nothing before it.
 */
export class ChangeOrder {
  readonly #database: Database;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves once everything that was committed before the call has its position. */
  assign(): Promise<void> {
    if (this.#database.engine.isSerial) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#place().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    // The running round may have read before the caller's commit.
    this.#next ??= this.#running
      .catch(() => {}) // those who wait for it get the error
      .then(() => {
        this.#next = undefined;
        return this.assign();
      });
    return this.#next;
  }

  async #place(): Promise<void> {
    const { query, reads } = this.#database;
    const any = query.selectFrom(change.name).select('id').where('position', 'is', null).limit(1).compile();
    while ((await reads.all(any)).length > 0)
      await this.#database.transaction((connection) => this.#placeVisible(connection));
  }

  async #placeVisible(connection: Connection): Promise<void> {
    const { query, engine } = this.#database;
    const held = query.selectFrom(changeHead.name).select(['id', 'last']).forUpdate().compile();
    const [head] = (await connection.all(held)).map(
      rowReader<{ id: bigint; last: bigint }>(engine, readHead),
    );
    if (!head) throw new Error('the feed of changes has no head');
    // Read after the lock was taken, without locking records, so as not to wait for uncommitted ones.
    const visible = query.selectFrom(change.name).select(['id', 'batch']).where('position', 'is', null);
    const records = await connection.all(visible.orderBy('id').limit(MOST_A_ROUND).compile());
    const placed = inOrderOfCommits(records.map(rowReader<Unplaced>(engine, readUnplaced)));
    let { last } = head;
    for (const some of chunksOf(placed)) {
      const cases = some.map(({ id }) => {
        last += 1n;
        return `when ${id} then ${last}`;
      });
      const ids = some.map(({ id }) => id).join(', ');
      await connection.command(
        `update ${change.name} set position = case id ${cases.join(' ')} end where id in (${ids})`,
      );
    }
    await connection.run(
      query.updateTable(changeHead.name).set({ last }).where('id', '=', head.id).compile(),
    );
  }
}

/**
 * Changes of one transaction stay together, and transactions are ordered by their last ids: a transaction that waited for
 * another one's record takes its last id after the other's commit.
 */
export function inOrderOfCommits(records: readonly Unplaced[]): Unplaced[] {
  const lastOf = new Map<bigint, bigint>();
  for (const { id, batch } of records) if (id > (lastOf.get(batch) ?? 0n)) lastOf.set(batch, id);
  const keyed = records.map((record) => ({ record, last: lastOf.get(record.batch) ?? record.id }));
  return keyed
    .sort((one, other) => compare(one.last, other.last) || compare(one.record.id, other.record.id))
    .map(({ record }) => record);
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}
