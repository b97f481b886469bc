import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Shape } from '../../../contract/column.ts';
import type { Connection, Database, Raw } from '../../database/index.ts';
import type { Definition, RecordOf, ServedDefinition } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { fromJson, HOUR_MS } from '../../shared/index.ts';
import type { Select } from '../query/select.ts';
import { type Committed, type KeptColumns, Reads, type RecordStore } from '../store/index.ts';
import { type ChangeRecord, change, changeHead } from './change.collection.ts';
import { ChangeOrder } from './change-order.ts';
import { readState } from './kept-state.ts';
import { type FeedPosition, noteChanges } from './note-changes.ts';

/** A change in its place in the order of commits. */
export interface PlacedChange<D extends Definition = ServedDefinition>
  extends Pick<ChangeRecord, 'action' | 'decision' | 'time' | 'trace'>,
    FeedPosition {
  readonly definition: D;
  readonly recordId: bigint;
  readonly userId: bigint;
  /** The fields that an update changed. */
  readonly changed: readonly string[];
  /** The kept columns of the record before and after; undefined if there was no record or nothing is kept. */
  readonly was: Raw | undefined;
  readonly is: Raw | undefined;
}

/** Some changes of the feed, one after the other. */
export interface FeedPage {
  readonly changes: readonly PlacedChange[];
  /** The changes of the server's own collections that the feed holds. */
  readonly own: readonly PlacedChange<Definition>[];
  /** The place of its last change, even one of a collection that is no longer served. */
  readonly end: FeedPosition;
  readonly hasMore: boolean;
}

type Head = Pick<RecordOf<typeof changeHead>, 'id' | 'erased' | 'erased_mark' | 'time'>;

/** Changes of other processes become visible within this time: only then is a place that is unknown here one of an undone past. */
const SEEN_WITHIN_MS = 100;

/** The longest time from a change to its commit that is reckoned with; the server's own commands may hold long transactions. */
const COMMITTED_WITHIN_MS = HOUR_MS;

interface FoundPosition {
  readonly place: bigint | null;
}

const FOUND: Shape = { place: { type: 'bigint' } };

/** Changes that a reader looks for. */
export interface Sought {
  readonly collections: readonly string[];
  readonly id?: bigint | undefined;
}

interface States {
  readonly was?: Raw;
  readonly is?: Raw;
}

/** The changes of all served collections in the order of their commits, as far back as they are kept. */
export class ChangeFeed {
  readonly #reads: Reads;
  readonly #store: RecordStore;
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
    this.#store = store;
    this.#served = byName([...catalogue.served, ...catalogue.drafts]);
    this.#own = byName(catalogue.all.filter(({ feed }) => feed));
    this.kept = store.kept;
    this.#order = new ChangeOrder(database);
  }

  /** Adds changes that were not noted when they were written, in a transaction. */
  note(connection: Connection, committed: readonly Committed[]): Promise<number> {
    return noteChanges(this.#store, connection, committed);
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

  /**
   * At most `many` changes after a place. Throws `changesGone` if some may have been erased, or if the place is of a past that
   * was undone: the database was restored, or a failover lost its last commits.
   */
  async after(place: FeedPosition, many: number): Promise<FeedPage> {
    let records = await this.#behind(place, many);
    if (!records) {
      await wait(SEEN_WITHIN_MS);
      records = await this.#behind(place, many);
    }
    if (!records) throw new AppError('changesGone', { detail: message('changesUndone') });
    const last = records.at(-1);
    return {
      changes: records.flatMap((record) => this.#placed(record, this.#served)),
      own: records.flatMap((record) => this.#placed(record, this.#own)),
      end: last ? placeOf(last) : place,
      hasMore: records.length === many,
    };
  }

  /** The place of the last change that has one. */
  async end(): Promise<FeedPosition> {
    return (await this.#last((select) => select)) ?? startOf(await this.#head());
  }

  /** The place before the first change that is kept. */
  async start(): Promise<FeedPosition> {
    return startOf(await this.#head());
  }

  /**
   * A place that all changes since a time follow. Throws if some of them may have been erased. A change is visible at most
   * `COMMITTED_WITHIN_MS` after its time, so of all changes since then, the first in the order of commits is among those whose
   * time is that close to the first one's.
   */
  async since(time: number): Promise<FeedPosition> {
    const head = await this.#head();
    if (time < head.time) throw erasedSince(head);
    const { column } = this;
    const first = await this.#reads.first(change, (select) =>
      select.where('time', '>=', time).orderBy('time'),
    );
    if (!first) return this.end();
    const place = await this.#placeWithin('min', first.time, first.time + COMMITTED_WITHIN_MS);
    if (place === null) return this.end();
    return (await this.#last((select) => select.where(column, '<', place))) ?? startOf(head);
  }

  /**
   * The place before the first change behind `place` that is of one of these collections, and of this record; the last place if
   * there is none. `reads` may take long: it passes over all others.
   */
  async before({ collections, id }: Sought, place: FeedPosition, reads: Reads): Promise<FeedPosition> {
    const { column } = this;
    const last = await this.end();
    const sought = reads.query
      .selectFrom(change.name)
      .select(`${column} as place`)
      .where(column, '>', place.position)
      .where(column, '<=', last.position)
      .where('collection', 'in', collections)
      .orderBy(column)
      .limit(1);
    const ofRecord = id === undefined ? sought : sought.where('record_id', '=', id);
    const [found] = await reads.records<FoundPosition>(ofRecord, FOUND);
    const next = found?.place ?? null;
    if (next === null) return last.position > place.position ? last : place;
    return (await this.#last((select) => select.where(column, '<', next))) ?? place;
  }

  /** Notes that changes before this time are about to be erased. */
  async moveStart(before: number): Promise<void> {
    await this.order();
    const old = await this.#lastBefore(before);
    const { id, erased } = await this.#head();
    if (!old || old.position <= erased) return;
    const moved = this.#database.query
      .updateTable(changeHead.name)
      .set({ erased: old.position, erased_mark: old.mark ?? null, time: before })
      .where('id', '=', id);
    await this.#database.transaction((connection) => connection.run(moved.compile()));
  }

  /** The column that holds positions. */
  get column(): 'id' | 'position' {
    return this.#database.engine.isSerial ? 'id' : 'position';
  }

  /** The changes after a place; undefined if it is of an undone past. Throws if some may have been erased. */
  async #behind({ position, mark }: FeedPosition, many: number): Promise<ChangeRecord[] | undefined> {
    const { column } = this;
    const records = await this.#reads.where(change, (select) =>
      select
        .where(column, '>=', position)
        .orderBy(column)
        .limit(many + 1),
    );
    const head = await this.#head(); // after the records: erasing is noted before it happens
    if (position < head.erased) throw erasedSince(head);
    const [first] = records;
    const isThere = first !== undefined && placeOf(first).position === position;
    const there = isThere ? placeOf(first) : position === head.erased ? startOf(head) : undefined;
    const isKnown = there ? isSameMark(there.mark, mark) : mark === undefined && first !== undefined;
    return isKnown ? records.slice(isThere ? 1 : 0).slice(0, many) : undefined;
  }

  /** The last one, in the order of commits, of the changes before a time: `since` says where it is. */
  async #lastBefore(time: number): Promise<FeedPosition | undefined> {
    const { column } = this;
    const latest = await this.#reads.first(change, (select) =>
      select.where(column, 'is not', null).where('time', '<', time).orderBy('time', 'desc'),
    );
    if (!latest) return undefined;
    const place = await this.#placeWithin('max', latest.time - COMMITTED_WITHIN_MS, latest.time);
    return place === null ? undefined : this.#last((select) => select.where(column, '=', place));
  }

  /** The first or the last place of the changes between two times, found by the index of times. */
  async #placeWithin(which: 'min' | 'max', from: number, to: number): Promise<bigint | null> {
    const { column } = this;
    const near = this.#reads.query
      .selectFrom(change.name)
      .where('time', '>=', from)
      .where('time', '<=', to)
      // Without the sum, a planner may walk all places from an end of the feed to the first of these times.
      .select((e) => e.fn[which](e(column, '+', e.lit(0))).as('place'));
    const [found] = await this.#reads.records<FoundPosition>(near, FOUND);
    return found?.place ?? null;
  }

  async #last(narrow: (select: Select) => Select): Promise<FeedPosition | undefined> {
    const { column } = this;
    const [last] = await this.#reads.where(change, (select) =>
      narrow(select.where(column, 'is not', null))
        .orderBy(column, 'desc')
        .limit(1),
    );
    return last && placeOf(last);
  }

  async #head(): Promise<Head> {
    const head = await this.#reads.first(changeHead, (select) => select);
    if (!head) throw new Error('the feed of changes has no head');
    return head;
  }

  #placed<D extends Definition>(record: ChangeRecord, known: ReadonlyMap<string, D>): PlacedChange<D>[] {
    const definition = known.get(record.collection);
    if (!definition) return [];
    const { was, is } = record.states === null ? ({} as States) : fromJson<States>(record.states);
    const read = (state: Raw) => ({
      ...readState(this.#database.engine, definition.columns, state),
      id: record.record_id,
    });
    return [
      {
        ...placeOf(record),
        definition,
        action: record.action,
        decision: record.decision,
        time: record.time,
        trace: record.trace,
        recordId: record.record_id,
        userId: record.user_id,
        changed: (record.changed ?? []) as readonly string[],
        is: is && read(is),
        // An update that did not change these columns keeps them once.
        was: was ? read(was) : record.action === 'update' && is ? read(is) : undefined,
      },
    ];
  }
}

function placeOf({ id, position, batch }: ChangeRecord): FeedPosition {
  return { position: position ?? id, mark: batch ?? undefined };
}

function startOf({ erased, erased_mark }: Head): FeedPosition {
  return { position: erased, mark: erased_mark ?? undefined };
}

/** Marks are not known of changes that earlier versions noted, and not in cursors that they wrote. */
function isSameMark(one: bigint | undefined, other: bigint | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function erasedSince({ time }: Head): AppError {
  return new AppError('changesGone', { detail: message('changesKeptSince', { min: time }) });
}

function byName<D extends Definition>(definitions: readonly D[]): ReadonlyMap<string, D> {
  return new Map(definitions.map((definition) => [definition.name, definition]));
}
