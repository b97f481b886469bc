import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { visibleChanges } from '../../access/guarded/changes.ts';
import {
  type KeyedLimit,
  type PeriodicTask,
  perKeyLimit,
  startPeriodicTask,
} from '../../background/index.ts';
import { AppError } from '../../errors.ts';
import type { Cursors } from '../../http/answers/sealed-cursors.ts';
import type { OpenStream } from '../../module/open-stream.ts';
import type { FeedPage, FeedPosition, RecordStore } from '../../records/index.ts';
import { freeTurn, toJson } from '../../shared/index.ts';
import { toItem } from './change-page.ts';
import { type Caller, Listener, type ListenerParts } from './listener.ts';

/** Changes that one round tells a listener at most. */
const MOST_A_ROUND = 100;
/** Listeners that get changes in one turn of the event loop: some milliseconds of writing to sockets. */
const TOLD_AT_ONCE = 50;
/** Different positions that one round reads from: listeners that catch up take turns. */
const MOST_POSITIONS = 16;
/** Commits of other processes are looked for this often. */
const POLL_MS = 500;
const CHECK_EVERY_MS = 5000;
/** A sign of life at every third check. */
const CHECKS_A_HEARTBEAT = 3;
/** The pause after a round, as a multiple of the time that the round took, so that requests get most of the process. */
const PAUSES = 5;
const MOST_PAUSE_MS = 500;

type Report = (cause: unknown, what: string) => void;

/** The open streams of this process. All that are up to date are served by one read of the feed. */
export class Listeners {
  readonly #store: RecordStore;
  readonly #cursors: Cursors;
  readonly #limit: KeyedLimit;
  readonly #open = new Set<Listener>();
  readonly #ends: (() => void)[] = [];
  readonly #tasks: PeriodicTask[] = [];
  readonly #report: Report;
  #isAsked = false;
  #running: Promise<void> | undefined;
  #checks = 0;
  #hasEnded = false;

  constructor(store: RecordStore, cursors: Cursors, { most, report }: { most: number; report: Report }) {
    this.#store = store;
    this.#cursors = cursors;
    this.#report = report;
    this.#limit = perKeyLimit({ each: Math.ceil(most / 2), inAll: most });
  }

  /** Opens a stream. One caller, and one network, get at most half of all. Throws if there are too many. */
  open(parts: Omit<ListenerParts, 'wake'>, callers: readonly string[]): Listener {
    const leave = this.#enter([...new Set(callers)]);
    if (this.#open.size === 0) this.#begin();
    const listener = new Listener({ ...parts, wake: () => this.#wake() });
    listener.once('close', () => {
      leave();
      this.#open.delete(listener);
      if (this.#open.size === 0) this.#rest();
    });
    this.#open.add(listener);
    listener.send(`retry: 3000\nid: ${this.#cursors.write(parts.position)}\n\n`);
    if (this.#hasEnded) listener.end();
    this.#wake();
    return listener;
  }

  /** What an operator is told of the open streams. */
  list(): OpenStream[] {
    return [...this.#open].map(({ told }) => told);
  }

  /** Ends all streams; their readers resume elsewhere. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const listener of this.#open) listener.end();
    this.#rest();
    await this.#running;
  }

  #enter([first = '', ...others]: readonly string[]): () => void {
    const leave = this.#limit.enter(first);
    try {
      const rest = others.map((one) => this.#limit.enter(one));
      return () => {
        for (const leaveOne of [leave, ...rest]) leaveOne();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #begin(): void {
    const report = (cause: unknown) => this.#report(cause, 'the feed of changes could not be read');
    this.#ends.push(this.#store.changes.onCommit(() => this.#wake()));
    this.#tasks.push(
      startPeriodicTask({ everyMs: POLL_MS, run: async () => this.#wake(), report }),
      startPeriodicTask({ everyMs: CHECK_EVERY_MS, run: () => this.#check(), report }),
    );
  }

  #rest(): void {
    for (const end of this.#ends.splice(0)) end();
    for (const task of this.#tasks.splice(0)) void task.stop();
  }

  #wake(): void {
    this.#isAsked = true;
    if (this.#hasEnded) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked && this.#open.size > 0 && !this.#hasEnded) this.#wake();
    });
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked && this.#open.size > 0 && !this.#hasEnded) {
        this.#isAsked = false;
        await nextTurn(); // the answer to the write goes first
        const busyMs = await this.#round();
        if (busyMs > 1) await wait(Math.min(MOST_PAUSE_MS, busyMs * PAUSES), undefined, { ref: false });
      }
    } catch (cause) {
      this.#isAsked = false; // the next look asks again
      this.#report(cause, 'the feed of changes could not be read');
    }
  }

  /** Tells every listener that has room what follows its position. Returns how long that took, apart from reading the feed. */
  async #round(): Promise<number> {
    const { changes } = this.#store;
    const ready = [...this.#open].filter(({ hasRoom }) => hasRoom);
    await changes.order();
    const groups = [...Map.groupBy(ready, ({ position }) => keyOfPlace(position)).values()].toSorted(
      (one, other) => other.length - one.length,
    );
    if (groups.length > MOST_POSITIONS) this.#isAsked = true;
    let busyMs = 0;
    for (const listeners of turnsOf(groups)) {
      const page = await this.#pageFor(listeners);
      if (!page) continue;
      busyMs += await this.#tellAll(listeners, page);
      if (page.hasMore) this.#isAsked = true;
    }
    return busyMs;
  }

  /** What follows the place of these listeners; undefined if nothing does. Their streams end where that place is gone. */
  async #pageFor([first, ...others]: readonly Listener[]): Promise<FeedPage | undefined> {
    if (!first) return undefined;
    try {
      const page = await this.#store.changes.after(first.position, MOST_A_ROUND);
      return page.end === first.position ? undefined : page;
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.key !== 'changesGone') throw cause;
      for (const listener of [first, ...others]) listener.end(); // opening the stream again tells why
      return undefined;
    }
  }

  /** Returns how long it took, writing to the sockets included. Others work in between. */
  async #tellAll(listeners: readonly Listener[], page: FeedPage): Promise<number> {
    const texts = new Map<string, Promise<Buffer>>();
    let busyMs = 0;
    for (const some of inPieces(listeners)) {
      const begun = performance.now();
      await this.#tellSome(some, page, texts);
      await whenWritten();
      busyMs += performance.now() - begun;
      if (some.length === TOLD_AT_ONCE) await freeTurn();
    }
    return busyMs;
  }

  /** Streams of the same credentials share one look at who that is, made now, and those of the same sight one text. */
  async #tellSome(
    listeners: readonly Listener[],
    page: FeedPage,
    texts: Map<string, Promise<Buffer>>,
  ): Promise<void> {
    const seen = new Map<string, Promise<{ readonly key: string; readonly caller: Caller } | undefined>>();
    const send = async (listener: Listener) => {
      const { asked, credentials } = listener;
      const wanted = page.changes.filter(listener.isWanted);
      if (wanted.length > 0) {
        const part = { ...page, changes: wanted };
        const same = credentials + asked;
        const looking = seen.get(same) ?? whoAsks(listener, part);
        seen.set(same, looking);
        const found = await looking;
        if (!found) return listener.end();
        const text = texts.get(found.key) ?? this.#textOf(part, found.caller);
        texts.set(found.key, text);
        const frame = await text;
        if (frame.length > 0) listener.send(frame);
      }
      listener.position = page.end;
    };
    await Promise.all(listeners.map(send));
  }

  async #textOf({ changes }: FeedPage, { rights, actor }: Caller): Promise<Buffer> {
    const visible = await visibleChanges(this.#store.reads, rights, changes);
    const frames = visible.map((one) => {
      const { cursor, ...item } = toItem(one, actor, this.#cursors);
      return `id: ${cursor}\ndata: ${toJson(item)}\n\n`;
    });
    return Buffer.from(frames.join(''));
  }

  /** Ends the streams of those who are no longer let in, and gives the others a sign of life. */
  async #check(): Promise<void> {
    this.#checks += 1;
    const isHeartbeat = this.#checks % CHECKS_A_HEARTBEAT === 0;
    const check = async (listeners: readonly Listener[]) => {
      const isLetIn = (await listeners[0]?.caller()) !== undefined;
      for (const listener of listeners) {
        if (!isLetIn) listener.end();
        else if (isHeartbeat && listener.hasRoom)
          listener.send(`: heartbeat\nid: ${this.#cursors.write(listener.position)}\n\n`);
      }
    };
    for (const listeners of inPieces([...this.#open])) {
      await Promise.all(
        Map.groupBy(listeners, ({ credentials }) => credentials)
          .values()
          .map(check),
      );
      await freeTurn();
    }
  }
}

/** Parts that may be told in one turn of the event loop each. */
function inPieces(listeners: readonly Listener[]): Listener[][] {
  const count = Math.ceil(listeners.length / TOLD_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    listeners.slice(index * TOLD_AT_ONCE, (index + 1) * TOLD_AT_ONCE),
  );
}

/** Who listens, and what the text for them depends on; undefined if they are no longer let in. */
async function whoAsks(listener: Listener, part: FeedPage) {
  const caller = await listener.caller();
  return caller && { caller, key: listener.asked + keyOf(part, caller) };
}

/** Resolves once what was pushed into streams has been handed to the sockets, in the same turn of the event loop. */
function whenWritten(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Listeners of one key read the same. */
function keyOfPlace({ position, mark }: FeedPosition): string {
  return `${position} ${mark}`;
}

/** The largest group, which is up to date, and some of the others at random. */
function turnsOf<T>(groups: readonly T[]): readonly T[] {
  if (groups.length <= MOST_POSITIONS) return groups;
  const [first, ...others] = groups;
  const begin = Math.floor(Math.random() * others.length);
  const turns = [...others.slice(begin), ...others.slice(0, begin)].slice(0, MOST_POSITIONS - 1);
  return first === undefined ? turns : [first, ...turns];
}

/** What the text for a caller depends on: callers of the same sight share it. */
function keyOf({ changes }: FeedPage, { rights, actor }: Caller): string {
  const definitions = [...new Set(changes.map(({ definition }) => definition))];
  const sight = definitions.map((definition) => [
    rights.records(definition, 'read'),
    [...definition.readRules.keys()].filter((field) => rights.shows(definition, field)),
  ]);
  const isAuthor = changes.some(({ userId }) => userId === actor.id);
  return toJson([sight, isAuthor ? actor.id : null]);
}
