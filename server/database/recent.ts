/** The state of a database: as long as its number stands, what was read still holds. Undefined where no engine tells. */
export type Version = number | undefined;

/** What was read lately, kept for as long as nobody has committed since. Without a version it keeps nothing. */
export class Recent<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (key: Key, value: Value) => number;
  readonly #values = new Map<Key, Value>();
  #size = 0;
  #version: Version;

  /** Keeps values of at most this size together; each counts as one unless `sizeOf` says otherwise. */
  constructor(most: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: Key, version: Version): Value | undefined {
    return version !== undefined && version === this.#version ? this.#values.get(key) : undefined;
  }

  /** `version` is the number that stood before the value was read. */
  set(key: Key, value: Value, version: Version): void {
    if (version === undefined) return;
    const size = this.#sizeOf(key, value);
    if (version !== this.#version || this.#size + size > this.#most) this.#forget();
    this.#version = version;
    if (size > this.#most || this.#values.has(key)) return;
    this.#values.set(key, value);
    this.#size += size;
  }

  #forget(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
