/** For a value that no record can hold: the smallest value above it that a record could hold, or undefined. */
export class Unheld {
  readonly next: unknown;

  constructor(next?: unknown) {
    this.next = next;
  }
}
