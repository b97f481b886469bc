const SLOTS = 65_536;
/** So few that two keys rarely share a slot. */
const MOST_KEYS = SLOTS / 4;

/** Tells keys that came before from new ones, in a fixed space: sometimes a new key is taken for an earlier one. */
export class RecentKeys {
  readonly #slots = new Uint8Array(SLOTS);
  #count = 0;

  /** Adds a key and tells whether it was there already. */
  add(key: string): boolean {
    const slot = slotOf(key);
    if (this.#slots[slot] === 1) return true;
    if (this.#count === MOST_KEYS) {
      this.#slots.fill(0);
      this.#count = 0;
    }
    this.#slots[slot] = 1;
    this.#count += 1;
    return false;
  }
}

/** FNV-1a (RFC 9923). */
function slotOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 16)) & (SLOTS - 1);
}
