/** The source of a value: all tables, some tables, or one row of a table. */
export type Source = 'everything' | { readonly tables: readonly string[] } | RowSource;

interface RowSource {
  readonly table: string;
  /** The row, as `rowKey` names it. */
  readonly row: string;
}

/** One row as a source. */
export function rowSource(table: string, id: bigint): RowSource {
  return { table, row: rowKey(table, id) };
}

/** What one commit of this process changed. */
export interface Changes {
  /** Tables whose rows were inserted, updated or deleted. */
  readonly tables: ReadonlySet<string>;
  /** Those among them of which it is not known which rows were updated or deleted. */
  readonly unknownRows: ReadonlySet<string>;
  /** The known rows, as `rowKey` names them. */
  readonly rows: ReadonlySet<string>;
}

export function rowKey(table: string, id: bigint): string {
  return `${table} ${id}`;
}

/** How many changed rows are tracked one by one. */
const MOST_ROWS = 10_000;

/** The commits of this process, numbered, and for each table and row the last one that changed it. */
export class OwnCommits {
  #count = 0;
  readonly #tables = new Map<string, number>();
  readonly #unknownRows = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  /** The last commit whose rows are no longer tracked. */
  #forgotten = 0;

  get count(): number {
    return this.#count;
  }

  add({ tables, unknownRows, rows }: Changes): void {
    if (this.#rows.size + rows.size > MOST_ROWS) {
      this.#rows.clear();
      this.#forgotten = this.#count;
    }
    this.#count += 1;
    for (const table of tables) this.#tables.set(table, this.#count);
    for (const table of unknownRows) this.#unknownRows.set(table, this.#count);
    for (const row of rows) this.#rows.set(row, this.#count);
  }

  /** Whether no commit after the one of this number changed the source. */
  isUnchangedSince(count: number, source: Source): boolean {
    if (count === this.#count) return true;
    if (source === 'everything') return false;
    const isOlder = (known: ReadonlyMap<string, number>, key: string) => (known.get(key) ?? 0) <= count;
    if ('tables' in source) return source.tables.every((table) => isOlder(this.#tables, table));
    const { table, row } = source;
    return this.#forgotten <= count && isOlder(this.#unknownRows, table) && isOlder(this.#rows, row);
  }
}

/** A state of the database: a number that changes with every commit of other processes, and the commits of this one. */
export class Version {
  readonly #foreign: number;
  readonly #own: OwnCommits;
  readonly #count: number;

  constructor(foreign: number, own: OwnCommits) {
    this.#foreign = foreign;
    this.#own = own;
    this.#count = own.count;
  }

  /** Whether other processes have committed in between. */
  isForeignTo(other: Version): boolean {
    return this.#foreign !== other.#foreign;
  }

  /** Whether the source is unchanged between this version and `now`. */
  holdsAt(now: Version, source: Source): boolean {
    return this.#foreign === now.#foreign && this.#own.isUnchangedSince(this.#count, source);
  }
}

/** The database's version, as seen by the requests of one turn of the event loop. */
export interface TurnVersion {
  /** The version for a request of this connection. */
  of(connection: object): Version | undefined;
  /** Call this after each commit of this process. */
  forget(): void;
}

/**
 * Asks for the version once in each turn of the event loop instead of once for each request. That is equally exact: the
 * requests of a turn arrived before it began, so no client can know of a commit that happens during it. The exception is a
 * client that sends a second request on one connection, so for that one the version is read again.
 */
export function makeTurnVersion(ask: () => Version | undefined): TurnVersion {
  let known: { version: Version | undefined; connection: object } | undefined;
  const forget = () => {
    known = undefined;
  };
  return {
    of(connection) {
      if (!known) setImmediate(forget);
      if (!known || known.connection === connection) known = { version: ask(), connection };
      else known.connection = connection;
      return known.version;
    },
    forget,
  };
}

interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
  readonly version: Version;
  readonly source: Source;
  readonly until: number;
}

/** How long a value is valid: while its source is unchanged, and at most until a time. */
interface Validity {
  readonly source: Source;
  /** In milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** The part of the room that stays in use when older values make way for a new one. */
const KEPT = 7 / 8;

/**
 * A cache whose values are valid until a commit changes their source or their time is over. Without a version, it keeps
 * nothing.
 */
export class VersionedCache<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (key: Key, value: Value) => number;
  readonly #entries = new Map<Key, Entry<Value>>();
  #size = 0;

  /** `most` bounds the sum of all sizes. A value counts as one unless `sizeOf` says otherwise. */
  constructor(most: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Whether a value would fit without displacing others. */
  hasRoomFor(key: Key, value: Value): boolean {
    return this.#size + this.#sizeOf(key, value) <= this.#most;
  }

  get(key: Key, now: Version | undefined): Value | undefined {
    const entry = now && this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= Date.now()) {
      this.#delete(key, entry);
      return undefined;
    }
    if (entry.version.holdsAt(now, entry.source)) return entry.value;
    if (entry.version.isForeignTo(now))
      this.#clear(); // nothing else of that time holds either
    else this.#delete(key, entry);
    return undefined;
  }

  /** `version` must have been taken before the value was read, so that a commit in between discards it. */
  set(key: Key, value: Value, version: Version | undefined, { source, until }: Validity): void {
    if (version === undefined) return;
    const size = this.#sizeOf(key, value);
    const before = this.#entries.get(key);
    if (before) this.#delete(key, before);
    if (size > this.#most) return;
    this.#makeRoomFor(size);
    this.#entries.set(key, { value, size, version, source, until: until ?? Number.POSITIVE_INFINITY });
    this.#size += size;
  }

  /**
   * Discards what was set first, an eighth of the room at a time: a map that lost its first entries passes over their empty
   * places each time it is read from its beginning.
   */
  #makeRoomFor(size: number): void {
    if (this.#size + size <= this.#most) return;
    for (const [key, entry] of this.#entries) {
      this.#delete(key, entry);
      if (this.#size + size <= this.#most * KEPT) return;
    }
  }

  #delete(key: Key, { size }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#size -= size;
  }

  #clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}

/** How often what was asked for was in a cache, and how often it was not. */
export class CacheUse {
  hits = 0;
  misses = 0;

  /** Counts one answer of the cache, and returns it. An engine without versions has no caches. */
  noted<T>(found: T, now: Version | undefined): T {
    if (now === undefined) return found;
    if (found === undefined) this.misses += 1;
    else this.hits += 1;
    return found;
  }
}

/** The uses of the caches of one server, by their names. */
export class CacheUses {
  readonly #byName = new Map<string, CacheUse>();

  of(name: string): CacheUse {
    const use = this.#byName.get(name) ?? new CacheUse();
    this.#byName.set(name, use);
    return use;
  }

  get all(): readonly (readonly [name: string, use: CacheUse])[] {
    return [...this.#byName];
  }
}
