/** A value that no record can hold, by the least one above it that a record could hold; undefined if there is none. */
export class Unheld {
  readonly next: unknown;

  constructor(next?: unknown) {
    this.next = next;
  }
}
