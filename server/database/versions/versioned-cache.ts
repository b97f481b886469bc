import type { Source, Version } from './version.ts';

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
