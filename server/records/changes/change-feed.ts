import { EventEmitter } from 'node:events';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition, ServedDefinition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { fromJson } from '../../shared/json.ts';
import type { Select } from '../query/select.ts';
import type { KeptColumns } from '../rows/kept-columns.ts';
import { Reads } from '../rows/reads.ts';
import type { RecordStore } from '../rows/record-store.ts';
import { type ChangeRow, change, changeHead } from './change.record.ts';
import { ChangeOrder } from './change-order.ts';
import { readState } from './kept-state.ts';

/** A change in its place in the order of commits. */
export interface PlacedChange<D extends Definition = ServedDefinition>
  extends Pick<ChangeRow, 'action' | 'decision' | 'time'> {
  readonly position: bigint;
  readonly definition: D;
  readonly rowId: bigint;
  readonly userId: bigint;
  /** The fields that an update changed. */
  readonly changed: readonly string[];
  /** The kept columns of the row before and after; undefined if there was no row or nothing is kept. */
  readonly was: Raw | undefined;
  readonly is: Raw | undefined;
}

/** Some changes of the feed, one after the other. */
export interface FeedPage {
  readonly changes: readonly PlacedChange[];
  /** The changes of the server's own records that the feed holds. */
  readonly own: readonly PlacedChange<Definition>[];
  /** The position of its last change, even one of a record that is no longer served. */
  readonly end: bigint;
  readonly hasMore: boolean;
}

interface States {
  readonly was?: Raw;
  readonly is?: Raw;
}

/** The changes of all served records in the order of their commits, as far back as they are kept. */
export class ChangeFeed {
  readonly #reads: Reads;
  readonly #database: Database;
  readonly #served: ReadonlyMap<string, ServedDefinition>;
  readonly #own: ReadonlyMap<string, Definition>;
  readonly #order: ChangeOrder;
  readonly #committed = new EventEmitter<{ commit: [] }>();
  /** The columns that conditions on changes look at. */
  readonly kept: KeptColumns;

  constructor(store: RecordStore) {
    const { database, catalogue } = store;
    this.#reads = new Reads(store, database.reads);
    this.#database = database;
    this.#served = byName([...catalogue.served, ...catalogue.drafts]);
    this.#own = byName(catalogue.all.filter(({ feed }) => feed));
    this.kept = store.kept;
    this.#order = new ChangeOrder(database);
  }

  /** Call it after a commit of this process that added changes. */
  noteCommit(): void {
    this.#committed.emit('commit');
  }

  /** Calls a function after each commit of this process that added changes. Returns what ends that. */
  onCommit(call: () => void): () => void {
    this.#committed.on('commit', call);
    return () => this.#committed.off('commit', call);
  }

  /** Gives positions to all committed changes. */
  order(): Promise<void> {
    return this.#order.assign();
  }

  /** At most `many` changes after a position. */
  async after(position: bigint, many: number): Promise<FeedPage> {
    const { column } = this;
    const rows = await this.#reads.where(change, (select) =>
      select.where(column, '>', position).orderBy(column).limit(many),
    );
    const last = rows.at(-1);
    return {
      changes: rows.flatMap((row) => this.#placed(row, this.#served)),
      own: rows.flatMap((row) => this.#placed(row, this.#own)),
      end: last ? this.#placeOf(last) : position,
      hasMore: rows.length === many,
    };
  }

  /** The position of the last change that has one. */
  async end(): Promise<bigint> {
    const [last] = await this.#where((select) => select.orderBy(this.column, 'desc').limit(1));
    return last?.place ?? (await this.#head()).erased;
  }

  /** The position before the first change that is kept. */
  async start(): Promise<bigint> {
    return (await this.#head()).erased;
  }

  /** A position that all changes since a time follow. Throws if some of them may have been erased. */
  async since(time: number): Promise<bigint> {
    const head = await this.#head();
    if (time < head.time)
      throw new AppError('changesGone', { detail: message('changesKeptSince', { min: head.time }) });
    const { column } = this;
    const query = this.#reads.query.selectFrom(change.name).where('time', '>=', time);
    const first = query.select((e) => e.fn.min(e.ref(column)).as('place'));
    const [row] = await this.#reads.rows<{ place: bigint | null }>(first, PLACE);
    return row && row.place !== null ? row.place - 1n : this.end();
  }

  /**
   * Throws if changes after this position may have been erased. Call it after reading them: erasing is noted before it happens.
   */
  async requireKeptAfter(position: bigint): Promise<void> {
    const head = await this.#head();
    if (position < head.erased)
      throw new AppError('changesGone', { detail: message('changesKeptSince', { min: head.time }) });
  }

  /** Notes that changes before this time are about to be erased. */
  async moveStart(before: number): Promise<void> {
    await this.order();
    const old = await this.#where((select) =>
      select.where('time', '<', before).orderBy(this.column, 'desc').limit(1),
    );
    const { id, erased } = await this.#head();
    const place = old[0]?.place ?? erased;
    if (place <= erased) return;
    const moved = this.#database.query
      .updateTable(changeHead.name)
      .set({ erased: place, time: before })
      .where('id', '=', id);
    await this.#database.transaction((connection) => connection.run(moved.compile()));
  }

  /** The column that holds positions. */
  get column(): 'id' | 'position' {
    return this.#database.engine.isSerial ? 'id' : 'position';
  }

  #placeOf({ id, position }: ChangeRow): bigint {
    return position ?? id;
  }

  #where(narrow: (select: Select) => Select): Promise<{ place: bigint }[]> {
    const { column } = this;
    const placed = this.#reads.query.selectFrom(change.name).where(column, 'is not', null);
    return this.#reads.rows(narrow(placed as Select).select(`${column} as place`), PLACE);
  }

  async #head() {
    const head = await this.#reads.first(changeHead, (select) => select);
    if (!head) throw new Error('the feed of changes has no head');
    return head;
  }

  #placed<D extends Definition>(row: ChangeRow, known: ReadonlyMap<string, D>): PlacedChange<D>[] {
    const definition = known.get(row.record);
    if (!definition) return [];
    const { was, is } = row.states === null ? ({} as States) : fromJson<States>(row.states);
    const read = (state: Raw) => ({
      ...readState(this.#database.engine, definition.columns, state),
      id: row.record_id,
    });
    return [
      {
        position: this.#placeOf(row),
        definition,
        action: row.action,
        decision: row.decision,
        time: row.time,
        rowId: row.record_id,
        userId: row.user_id,
        changed: (row.changed ?? []) as readonly string[],
        is: is && read(is),
        // An update that did not change these columns keeps them once.
        was: was ? read(was) : row.action === 'update' && is ? read(is) : undefined,
      },
    ];
  }
}

const PLACE = { place: { type: 'bigint' } } as const;

function byName<D extends Definition>(definitions: readonly D[]): ReadonlyMap<string, D> {
  return new Map(definitions.map((definition) => [definition.name, definition]));
}
