import type { Version } from './version.ts';

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
