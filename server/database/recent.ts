/** The state of a database: as long as its number stands, what was read still holds. Undefined where no engine tells. */
export type Version = number | undefined;

/** What was read lately, kept for as long as nobody has committed since. Without a version it keeps nothing. */
export class Recent<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();
  #version: Version;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key, version: Version): Value | undefined {
    return version !== undefined && version === this.#version ? this.#values.get(key) : undefined;
  }

  /** `version` is the number that stood before the value was read. */
  set(key: Key, value: Value, version: Version): void {
    if (version === undefined) return;
    if (version !== this.#version || this.#values.size >= this.#most) this.#values.clear();
    this.#version = version;
    this.#values.set(key, value);
  }
}
