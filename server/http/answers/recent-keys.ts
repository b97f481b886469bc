/** Far more slots than keys, so that few keys displace another. */
const SLOTS = 131_072;
const MOST_KEYS = SLOTS / 2;

/** Recognises recent keys in constant space. Each slot holds the hash of the last key that fell into it. */
export class RecentKeys {
  readonly #slots = new Int32Array(SLOTS);
  #count = 0;

  /** Adds a key and returns whether it was there already. */
  add(key: string): boolean {
    const hash = hashOf(key);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (this.#slots[slot] === hash) return true;
    if (this.#count === MOST_KEYS) {
      this.#slots.fill(0);
      this.#count = 0;
    }
    this.#slots[slot] = hash;
    this.#count += 1;
    return false;
  }
}

/** FNV-1a (RFC 9923). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash;
}
